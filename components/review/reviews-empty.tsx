import { CircleDot, GitPullRequest, MessageSquare } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { State } from "@/components/ui/state";

type ReviewsEmptyProps = { blocked: string | undefined; onAsk: () => void };

/** No review is open: what one is, one thing to do, one to look at. */
export function ReviewsEmpty({ blocked, onAsk }: ReviewsEmptyProps) {
  return (
    <EmptyState
      title="No review is open"
      action={
        <Button
          variant="primary"
          size="large"
          icon={GitPullRequest}
          shortcut="C"
          missingRight={blocked}
          onClick={onAsk}
        >
          Ask for review
        </Button>
      }
      example={<ExampleThread />}
    >
      A review shows what a draft changes, lets others rehearse it with the agents that would get it, and
      collects approvals of exactly these bytes. When one byte changes, they are stale.
    </EmptyState>
  );
}

function ExampleThread() {
  return (
    <section aria-label="Example">
      <p className="mb-2 flex min-h-7 items-center font-medium font-mono text-12">release-notes/SKILL.md</p>
      <pre className="whitespace-pre-wrap rounded-t-2 border border-line text-12 leading-5 [overflow-wrap:anywhere]">
        <span className="block bg-del-bg px-3 text-del-ink">- List every merged change.</span>
        <span className="block bg-add-bg px-3 text-add-ink">
          + List the changes that a reader can notice.
        </span>
      </pre>
      <div className="rounded-b-2 border border-line border-t-0">
        <p className="flex min-h-9 items-center gap-2 border-line border-b px-3 text-ink-2">
          <Icon of={MessageSquare} size={14} className="text-ink-3" />
          Line 12, draft
          <State icon={CircleDot} tone="warning" className="ml-auto text-12">
            Open
          </State>
        </p>
        <div className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2 px-3 py-2.5">
          <Avatar name="Aiko Mori" />
          <p>
            <b className="font-medium">Aiko Mori</b>{" "}
            <span className="text-12 text-ink-3">suggests line 12</span>
            <span className="block text-ink-2">And what about changes they must act on?</span>
            <span className="mt-1.5 block rounded-1 border border-line bg-add-bg px-2 py-1 font-mono text-12">
              List the changes that a reader can notice or must act on.
            </span>
          </p>
        </div>
      </div>
    </section>
  );
}
