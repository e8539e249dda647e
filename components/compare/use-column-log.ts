"use client";

import { useMemo } from "react";
import { useLiveLog } from "@/components/playground/runs/use-live-log";
import { groupTurns, runningTurn, type Turn } from "@/components/playground/transcript/transcript";
import type { SessionEvent } from "@/lib/runtime/events";

/** One side's log, live. `running` is the turn whose run goes on. */
export type ColumnLog = {
  conversation: string;
  events: readonly SessionEvent[];
  turns: readonly Turn[];
  running: Turn | undefined;
  error: Error | null;
};

const none: readonly SessionEvent[] = [];

export function useColumnLog(workspace: string, conversation: string): ColumnLog {
  const { events = none, error } = useLiveLog(workspace, conversation);
  const turns = useMemo(() => groupTurns(events, []), [events]);
  return { conversation, events, turns, running: runningTurn(turns) ?? undefined, error };
}

/** What the model said in one turn, as one text. */
export function answerOf(turn: Turn | undefined): string {
  return (turn?.rows ?? []).flatMap((row) => (row.kind === "answer" ? [row.text] : [])).join("\n\n");
}
