"use client";

import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import type { SessionEvent } from "@/lib/runtime/events";
import { everything, filterLanes, isFiltering } from "./timeline/event-filter";
import { markOf, marksOf, nextFitting, nextMark } from "./timeline/marks";
import type { Lane } from "./timeline/timeline-lane";
import { groupTurns, runningTurn, type Turn } from "./transcript/transcript";
import type { useSelection } from "./use-selection";

/** The log as exchanges; those that have not grown stay the same objects from one drawing to the next. */
function useTurns(events: readonly SessionEvent[]): Turn[] {
  const before = useRef<Turn[]>([]);
  const turns = useMemo(() => groupTurns(events, before.current), [events]);
  useEffect(() => {
    before.current = turns;
  }, [turns]);
  return turns;
}

const lanesByTurn = new WeakMap<Turn, Lane>();

/** A turn that grows is another object, so a lane stays the same for as long as its turn does. */
function laneOf(turn: Turn): Lane {
  const known = lanesByTurn.get(turn);
  if (known) return known;
  const lane = { turn, marks: marksOf(turn) };
  lanesByTurn.set(turn, lane);
  return lane;
}

export type SessionView = ReturnType<typeof useSessionView>;

/** One log, its exchanges, its timeline, what of it is shown, and the one selection that all views share. */
export function useSessionView(
  events: readonly SessionEvent[],
  viewerId: string,
  { selectedSeq, tab, select }: ReturnType<typeof useSelection>,
  /** The line that is shown, once it is known: what it only shares with another does not run here. */
  line: string | undefined,
) {
  const turns = useTurns(events);
  const lanes = useMemo(() => turns.map(laneOf), [turns]);
  const marks = useMemo(() => lanes.flatMap((lane) => lane.marks), [lanes]);
  const selected = useMemo(
    () =>
      markOf(
        marks,
        events.find(({ seq }) => seq === selectedSeq),
      ),
    [marks, events, selectedSeq],
  );
  const [filter, setFilter] = useState(everything);
  const settled = useDeferredValue(filter);
  const shownLanes = useMemo(() => filterLanes(lanes, settled, viewerId), [lanes, settled, viewerId]);
  const shownMarks = useMemo(() => shownLanes.flatMap((lane) => lane.marks), [shownLanes]);
  const walk = (direction: 1 | -1) => {
    const next = isFiltering(settled)
      ? nextFitting(shownMarks, selected, direction)
      : nextMark(marks, selected, direction);
    if (next) select({ event: next.seq }, { walking: true });
  };
  useShortcut("j", "Next event", () => walk(1));
  useShortcut("k", "Previous event", () => walk(-1));
  return {
    turns,
    lanes: shownLanes,
    /** Marks in all, whether shown or not. */
    total: marks.length,
    shown: shownMarks.length,
    filter,
    setFilter,
    selectedSeq,
    selected,
    tab,
    select,
    running: runningHere(runningTurn(turns), line),
  };
}

/** A line that left another in the middle of a run holds a run without an end that goes on elsewhere, or not at all. */
const runningHere = (turn: Turn | null, line: string | undefined) =>
  turn && (line === undefined || turn.start.branchId === line) ? turn : undefined;
