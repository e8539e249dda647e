"use client";

import { useEffect, useMemo, useRef } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import type { SessionEvent } from "@/lib/runtime/events";
import { markOf, marksOf, nextMark } from "./marks";
import type { Lane } from "./timeline";
import { groupTurns, runningTurn, type Turn } from "./transcript";
import { useSelection } from "./use-selection";

/** The log as exchanges; those that have not grown stay the same objects from one drawing to the next. */
function useTurns(events: readonly SessionEvent[]): Turn[] {
  const before = useRef<Turn[]>([]);
  const turns = useMemo(() => groupTurns(events, before.current), [events]);
  useEffect(() => {
    before.current = turns;
  }, [turns]);
  return turns;
}

/** One log, its exchanges, its timeline and the one selection that all views share. */
export function useSessionView(events: readonly SessionEvent[]) {
  const turns = useTurns(events);
  const lanes = useMemo((): Lane[] => turns.map((turn) => ({ turn, marks: marksOf(turn) })), [turns]);
  const { selectedSeq, tab, select } = useSelection();
  const marks = useMemo(() => lanes.flatMap((lane) => lane.marks), [lanes]);
  const selected = useMemo(
    () =>
      markOf(
        marks,
        events.find(({ seq }) => seq === selectedSeq),
      ),
    [marks, events, selectedSeq],
  );
  const walk = (direction: 1 | -1) => {
    const next = nextMark(marks, selected, direction);
    if (next) select({ event: next.seq }, { walking: true });
  };
  useShortcut("j", "Next event", () => walk(1));
  useShortcut("k", "Previous event", () => walk(-1));
  return { turns, lanes, selectedSeq, selected, tab, select, running: runningTurn(turns) };
}
