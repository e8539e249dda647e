import type { EventKind } from "@/components/ui/event-line";
import type { SessionEvent } from "@/lib/runtime/events";
import { eventLine, type LineContext, lineText } from "../event-line";
import type { Mark } from "./marks";
import type { Lane } from "./timeline-lane";

/** What is shown of a log: `hues` empty is every kind, `words` empty is every text. */
export type EventFilter = { hues: readonly EventKind[]; words: string };

export const everything: EventFilter = { hues: [], words: "" };

export const isFiltering = ({ hues, words }: EventFilter): boolean => hues.length > 0 || words.trim() !== "";

export const hueWords = {
  catalogue: "Catalogue",
  activated: "Activated",
  already: "Already active",
  resource: "Read",
  refused: "Refused",
  step: "Steps",
} as const satisfies Record<EventKind, string>;

/** Events never change, so neither does what can be found in one. */
const searched = new WeakMap<SessionEvent, string>();

/** What the page says of an event and all that the log holds of it, in lower case. */
function searchText(event: SessionEvent, context: LineContext): string {
  const known = searched.get(event);
  if (known !== undefined) return known;
  const line = eventLine(event, context);
  const text =
    `${lineText(line)}\n${event.type}\n${event.seq}\n${JSON.stringify(event.payload)}`.toLowerCase();
  searched.set(event, text);
  return text;
}

/** Whether an event is of a chosen kind and holds every word, in any order. */
export function fitsFilter(event: SessionEvent, filter: EventFilter, context: LineContext): boolean {
  if (filter.hues.length > 0 && !filter.hues.includes(eventLine(event, context).hue)) return false;
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = searchText(event, context);
  return words.every((word) => text.includes(word));
}

/** The lanes with the marks that fit; a mark of several events fits when one of them does. Empty lanes are left out. */
export function filterLanes(lanes: readonly Lane[], filter: EventFilter, viewerId: string): readonly Lane[] {
  if (!isFiltering(filter)) return lanes;
  return lanes.flatMap(({ turn, marks }) => {
    const context: LineContext = { run: turn.start, viewerId };
    const fitting = new Set(
      turn.events.filter((event) => fitsFilter(event, filter, context)).map(({ seq }) => seq),
    );
    const kept = marks.filter((mark: Mark) => mark.seqs.some((seq) => fitting.has(seq)));
    return kept.length > 0 ? [{ turn, marks: kept }] : [];
  });
}
