import { onOneLine } from "@/lib/kernel/on-one-line";

const longest = 200;
/** Names and ids of mentions are shorter than this. A bound, so that no text of open brackets takes long to read. */
const mention = /@\[([^\]]{0,200})\]\([^)]{0,200}\)/g;

/** One line of a comment: mentions as names, no line breaks, at most 200 characters. */
export function excerptOf(body: string): string {
  const line = onOneLine(body.replace(mention, "@$1"));
  const letters = [...line];
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
