"use client";

import { useMutation } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import type { Conversation } from "@/lib/sessions/schema";

/** Scripts of this line that go on now, with the end of what they wrote. To stop one lets its run go on. */
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
    mutationFn: ({ runId: run, payload }: EventOf<"script-started">) =>
      unwrap(
        runs[":run"]["script-decisions"].$post({
          param: { workspace, conversation: conversation.id, run },
          json: { callId: payload.call.id, decision: "stop" },
        }),
      ),
  });
  return findRunning(events).map((started) => (
    <section
      key={started.seq}
      aria-label={markHidden(`Running: ${started.payload.script.command}`)}
      className="mx-4 mb-3 flex flex-none flex-wrap items-center gap-2 rounded-2 border border-line-strong p-3"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <code>
          <ShownText text={started.payload.script.command} />
        </code>{" "}
        runs
      </span>
      <span className="text-12 text-ink-3">
        <RelativeTime at={started.at} ago />
      </span>
      <Button
        size="small"
        icon={Square}
        className="ml-auto"
        pending={stop.isPending}
        onClick={() => stop.mutate(started)}
      >
        Stop
      </Button>
      <OutputSoFar events={events} started={started} />
    </section>
  ));
}

const shownCharacters = 4_000;

/** The end of what it wrote, and what it began last; nothing where it has told nothing yet. */
function OutputSoFar({
  events,
  started,
}: {
  events: readonly SessionEvent[];
  started: EventOf<"script-started">;
}) {
  const pieces = events.flatMap((event) =>
    event.type === "script-output" &&
    event.seq > started.seq &&
    event.runId === started.runId &&
    event.payload.callId === started.payload.call.id
      ? event.payload.pieces
      : [],
  );
  const text = pieces
    .filter(({ stream }) => stream !== "command")
    .map((piece) => piece.text)
    .join("");
  const began = pieces.findLast(({ stream }) => stream === "command");
  return (
    <>
      {began === undefined ? null : (
        <p className="w-full text-12 text-ink-3 [overflow-wrap:anywhere]">
          <ShownText text={`Now: ${began.text}`} />
        </p>
      )}
      {text === "" ? null : (
        <div className="w-full min-w-0">
          <CodeBlock text={text.slice(-shownCharacters)} label="what it wrote so far" />
        </div>
      )}
    </>
  );
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
