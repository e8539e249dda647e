import type { DiffPlace } from "@/components/diff/package-diff-props";
import type { EventPlace, FilePlace } from "@/components/discussion/thread-words";
import type { Thread } from "@/lib/discussion/schema";

type FileThread = Thread & { place: FilePlace };
export type EventThread = Thread & { place: EventPlace };

export type PlacedThreads = {
  /** Those that stand below this line: the last one that they are about. */
  below: (place: DiffPlace) => readonly Thread[];
  /** Lines that have to be shown for them. */
  lines: readonly DiffPlace[];
  /** Paths of the files that have threads on lines. */
  paths: ReadonlySet<string>;
  /** About lines that are gone, by path. */
  outdated: ReadonlyMap<string, readonly Thread[]>;
  /** By conversation; those whose conversation is gone under "". */
  events: ReadonlyMap<string, readonly EventThread[]>;
};

/** Of a thread about many lines, so many of them are kept in sight. */
const mostLinesShown = 12;

const isOnFile = (thread: Thread): thread is FileThread => thread.place.kind === "file";
const isOnEvent = (thread: Thread): thread is EventThread => thread.place.kind === "event";
const diffPlaceKey = ({ side, path, line }: DiffPlace) => `${side}:${line}:${path}`;

/** Where each thread of a review stands in its comparison. */
export function placeThreads(threads: readonly Thread[]): PlacedThreads {
  const below = new Map<string, Thread[]>();
  const outdated = new Map<string, Thread[]>();
  const events = new Map<string, EventThread[]>();
  const lines: DiffPlace[] = [];
  for (const thread of threads.filter(isOnFile)) {
    const { now, side, path: then } = thread.place;
    if (now === null) {
      add(outdated, then, thread);
      continue;
    }
    const { path, startLine, endLine } = now;
    add(below, diffPlaceKey({ path, side, line: endLine }), thread);
    const first = Math.max(startLine, endLine - mostLinesShown + 1);
    for (let line = first; line <= endLine; line++) lines.push({ path, side, line });
  }
  for (const thread of threads.filter(isOnEvent)) add(events, thread.place.conversation?.id ?? "", thread);
  const none: readonly Thread[] = [];
  return {
    below: (place) => below.get(diffPlaceKey(place)) ?? none,
    lines,
    paths: new Set(lines.map(({ path }) => path)),
    outdated,
    events,
  };
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
