"use client";

import { useMutation } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import type { Conversation } from "@/lib/sessions/schema";

/** Scripts of this line that go on now. To stop one is to stop its run, which waits for it. */
export function RunningScripts({
  conversation,
  events,
}: {
  conversation: Pick<Conversation, "id">;
  events: readonly SessionEvent[];
}) {
  const { slug: workspace } = useWorkspace();
  const runs = client.runs.workspaces[":workspace"].conversations[":conversation"].runs;
  const stop = useMutation({
    mutationFn: (run: string) =>
      unwrap(runs[":run"].stop.$post({ param: { workspace, conversation: conversation.id, run } })),
  });
  return findRunning(events).map(({ seq, runId, at, payload }) => (
    <div
      key={seq}
      role="status"
      className="mx-4 mb-3 flex flex-none flex-wrap items-center gap-2 rounded-2 border border-line-strong p-3"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <code>
          <ShownText text={payload.script.command} />
        </code>{" "}
        runs
      </span>
      <span className="text-12 text-ink-3">
        <RelativeTime at={at} ago />
      </span>
      <Button
        size="small"
        icon={Square}
        className="ml-auto"
        pending={stop.isPending}
        onClick={() => stop.mutate(runId)}
      >
        Stop
      </Button>
    </div>
  ));
}

const findRunning = (events: readonly SessionEvent[]): EventOf<"script-started">[] =>
  events.filter(
    (event): event is EventOf<"script-started"> =>
      event.type === "script-started" &&
      !events.some(
        (later) =>
          later.seq > event.seq &&
          later.runId === event.runId &&
          (later.type === "run-finished" ||
            (later.type === "script-ran" && later.payload.call.id === event.payload.call.id)),
      ),
  );
