const longest = 200;

/** One line of a comment: mentions as names, no line breaks, at most 200 characters. */
export function excerptOf(body: string): string {
  const line = body
    .replace(/@\[([^\]]*)\]\([^)]*\)/g, "@$1")
    .replace(/\s+/g, " ")
    .trim();
  const letters = [...line];
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
