import { markOnLine } from "./mark-hidden";
import { wellFormedStart } from "./well-formed-start";

const mostCharacters = 60;
/** A word that ends this late may be left out; longer ones are cut. */
const leastCharacters = 40;

/** A title made of a message: its first line, cut between words, with "…" where something is missing. */
export function titleFrom(message: string): string {
  const line = markOnLine(message.trim().split("\n", 1)[0]?.trim() ?? "");
  if (line.length <= mostCharacters) return line;
  const room = line.slice(0, mostCharacters - 1);
  const isBetweenWords = /^\s?$/.test(line.charAt(mostCharacters - 1));
  const space = room.search(/\s\S*$/);
  const kept = isBetweenWords || space < leastCharacters ? room : room.slice(0, space);
  return `${wellFormedStart(kept, kept.length)
    .trimEnd()
    .replace(/[,;:]$/, "")}…`;
}
