import type { Thread } from "@/lib/discussion/schema";

export type FilePlace = Extract<Thread["place"], { kind: "file" }>;
export type EventPlace = Extract<Thread["place"], { kind: "event" }>;

/** Says "line 25" or "lines 25 to 27". */
export const lineWords = (startLine: number, endLine: number) =>
  startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "Line 25, draft"; with its path where the file is not in sight. `before` is what the old side is called: "v6". */
export function placeTitle(
  place: Thread["place"],
  { before, path }: { before: string; path: boolean },
): string {
  switch (place.kind) {
    case "general":
      return "The change as a whole";
    case "event":
      return "Playground event";
    case "file": {
      const { startLine, endLine, path: file } = place.now ?? place;
      const side = place.side === "new" ? "draft" : before;
      const lines = lineWords(startLine, endLine);
      return path ? `${file}, ${lines}, ${side}` : `${capital(lines)}, ${side}`;
    }
  }
}

/** What a thread is called by readers, who do not see where it stands. */
export function threadLabel(place: Thread["place"], before: string): string {
  switch (place.kind) {
    case "general":
      return "Thread";
    case "event":
      return "Thread on a playground event";
    case "file":
      return `${place.now === null ? "Outdated thread" : "Thread"} on ${placeTitle(place, { before, path: true })}`;
  }
}

/** " on r41, suggests line 25": what stands behind the author's name and time. */
export function remarkWords(place: Thread["place"], suggestion: string | null, isFirst: boolean): string {
  const revision = place.kind === "file" ? place.revision : null;
  const on = isFirst && revision !== null ? ` on r${revision}` : "";
  if (suggestion === null || place.kind !== "file") return on;
  const lines = lineWords(place.startLine, place.endLine);
  return `${on}, suggests ${suggestion === "" ? `to remove ${lines}` : lines}`;
}

export const isOutdated = ({ place }: Thread) => place.kind === "file" && place.now === null;
