import Link from "next/link";
import { agentRevisionsPath } from "@/components/data/agent-paths";
import { classNames } from "@/components/ui/class-names";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import type { AgentRevision } from "@/lib/agents/revision-schema";
import { markHidden } from "@/lib/kernel/mark-hidden";

type RevisionListProps = {
  workspace: string;
  slug: string;
  items: readonly AgentRevision[];
  shown: number | null;
};

/** Newest first; each is a link, so that one can be sent to somebody. */
export function RevisionList({ workspace, slug, items, shown }: RevisionListProps) {
  return (
    <ol aria-label="Revisions, newest first">
      {items.map(({ number, summary, author, createdAt }) => (
        <li key={number} className="border-line border-b">
          <Link
            href={agentRevisionsPath(workspace, slug, number)}
            replace
            scroll={false}
            aria-current={number === shown ? "true" : undefined}
            className={classNames(
              "grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2",
              number === shown && "bg-accent-soft",
            )}
          >
            <span className="text-right font-medium">{number}</span>
            <span className="line-clamp-3 text-ink [overflow-wrap:anywhere]" title={markHidden(summary)}>
              <ShownText text={summary} />
            </span>
            <span className="col-start-2 text-12 text-ink-3">
              <ShownText text={author.name} />, <RelativeTime at={createdAt} ago />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
