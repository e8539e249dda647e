"use client";

import { useMemo, useState } from "react";
import { LiveEvent } from "@/components/playground/live/live-event";
import { groupTurns, type TranscriptRow } from "@/components/playground/transcript/transcript";
import { TranscriptRowView } from "@/components/playground/transcript/transcript-row";
import type { SessionEvent } from "@/lib/runtime/events";

type TrialSessionProps = {
  events: readonly SessionEvent[];
  viewerId: string;
  /** What it was to find out is known. */
  isDecided: boolean;
};

/** Of a rehearsal this is worth a warning; a trial asks its model for no more than it has to know. */
const isEnough = (row: TranscriptRow): boolean =>
  row.kind === "ending" && row.outcome === "done" && row.answer === "unfinished";

/** A trial as it went: its message, what happened to skills, the answer; and below, everything about the chosen event. */
export function TrialSession({ events, viewerId, isDecided }: TrialSessionProps) {
  const turns = useMemo(() => groupTurns(events), [events]);
  const [chosen, setChosen] = useState<number | null>(null);
  const event = chosen === null ? undefined : events.find(({ seq }) => seq === chosen);
  const select = (seq: number) => setChosen((before) => (before === seq ? null : seq));
  return (
    <>
      <div className="@container grid gap-0.5 px-3 py-3">
        {turns.map((turn) =>
          turn.rows.map((row) =>
            isDecided && isEnough(row) ? (
              <p key={row.key} className="px-2 py-1 text-ink-3">
                The trial ended here: what it was to find out is known.
              </p>
            ) : (
              <TranscriptRowView
                key={row.key}
                row={row}
                run={turn.start}
                viewerId={viewerId}
                selected={row.seq === chosen}
                onSelect={select}
              />
            ),
          ),
        )}
      </div>
      {event && turns[0] ? (
        <div className="border-line border-t">
          <LiveEvent
            event={event}
            events={events}
            run={turns[0].start}
            viewerId={viewerId}
            onSelect={setChosen}
          />
        </div>
      ) : null}
    </>
  );
}
