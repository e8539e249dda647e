import type { EventKind } from "@/components/ui/event-line";

const looks: Readonly<Record<string, EventKind>> = {
  "catalogue-injected": "catalogue",
  "skills-searched": "catalogue",
  "skills-routed": "catalogue",
  "skill-activated": "activated",
  "skill-reactivated": "activated",
  "skill-already-active": "already",
  "resource-read": "resource",
  "request-refused": "refused",
};

/** The hue that events of this type own everywhere. */
export const lookOf = (type: string): EventKind => looks[type] ?? "step";

/** "Refused: ../x, outside the package" as its word and the rest of the sentence. */
export function splitWords(words: string): { word: string; rest: string } {
  const colon = words.indexOf(": ");
  return colon === -1
    ? { word: words, rest: "" }
    : { word: words.slice(0, colon), rest: words.slice(colon + 2) };
}
