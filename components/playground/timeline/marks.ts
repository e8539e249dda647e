import type { SessionEvent } from "@/lib/runtime/events";
import type { Turn } from "../transcript/transcript";

/** A point of the timeline: one event that can be selected, and every event it stands for. */
export type Mark = { seq: number; seqs: number[]; event: SessionEvent; turn: number };

/** The marks of one exchange: its start, each skill event, each answer that says something, its end. */
export function marksOf(turn: Turn): Mark[] {
  const bySeq = new Map(turn.events.map((event) => [event.seq, event]));
  const marks: Mark[] = [];
  const add = (seq: number, seqs: number[]) => {
    const event = bySeq.get(seq);
    if (event) marks.push({ seq, seqs, event, turn: turn.turn });
  };
  for (const row of turn.rows) {
    if (row.kind === "ending") continue;
    add(row.seq, row.kind === "answer" ? row.seqs : [row.seq]);
  }
  if (turn.end) add(turn.end.seq, [turn.end.seq]);
  return marks;
}

/**
 * The mark that shows an event: its own, or for one without a mark (a step that only called tools, an unchanged
 * catalogue) the next one after it in the same exchange, or else the one before.
 */
export function markOf(
  marks: readonly Mark[],
  event: Pick<SessionEvent, "seq" | "turn"> | undefined,
): Mark | null {
  if (!event) return null;
  const own = marks.find((mark) => mark.seqs.includes(event.seq));
  if (own) return own;
  const inTurn = marks.filter((mark) => mark.turn === event.turn);
  return inTurn.find((mark) => mark.seq > event.seq) ?? inTurn.at(-1) ?? null;
}

/** The neighbour in reading order; from nowhere, the last one backwards and the first one forwards. */
export function nextMark(marks: readonly Mark[], current: Mark | null, direction: 1 | -1): Mark | null {
  const at = current ? marks.findIndex((mark) => mark.seq === current.seq) : -1;
  if (at === -1) return (direction === 1 ? marks[0] : marks.at(-1)) ?? null;
  return marks[at + direction] ?? null;
}

/** As `nextMark`, where the current one may itself be filtered out: then the nearest shown one on that side. */
export function nextFitting(marks: readonly Mark[], current: Mark | null, direction: 1 | -1): Mark | null {
  if (!current) return nextMark(marks, null, direction);
  const before = (mark: Mark) => mark.seq < current.seq;
  const after = (mark: Mark) => mark.seq > current.seq;
  return (direction === 1 ? marks.find(after) : marks.findLast(before)) ?? null;
}
