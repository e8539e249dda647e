/**
 * One text in a host's own words. Both lists are what stands around the same slots (names, paths, numbers, tags), in
 * order: `from` of the dialect's text, `to` of the host's. What is put into a slot is never looked at again.
 */
export type Rewording = { from: string[]; to: string[] };

/** A host's own sentences, in the places where its dialect has others. */
export type Wording = {
  /** What stands around the list of skills. */
  lists: { before: Rewording; after: Rewording }[];
  /** What is said of a tool, or of one of its fields; both texts whole, without slots. */
  tools: { tool: string; field: string | null; from: string; to: string }[];
  /** Lines of answers. */
  lines: Rewording[];
};

export type Slotted = { words: string[]; slots: string[] };

/** What is never a word: blanks at the beginning, tags and numbers. */
const fixedSlots = String.raw`^\s+|<[^<>]+>|\d+(?:\.\d+)?`;

/**
 * Takes a text apart into its words and what stands in its slots: `known` names, arguments and places wherever they
 * stand by themselves; in a `line`, tags, numbers and leading blanks as well.
 */
export function takeSlots(text: string, known: readonly string[], kind: "line" | "block"): Slotted {
  const names = [...new Set(known)]
    .filter((one) => one !== "")
    .sort((left, right) => right.length - left.length)
    .map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const named = `(?<![\\w-])(?:${names.join("|") || "(?!)"})(?![\\w-])`;
  const words: string[] = [];
  const slots: string[] = [];
  let at = 0;
  for (const match of text.matchAll(new RegExp(kind === "line" ? `${named}|${fixedSlots}` : named, "g"))) {
    words.push(text.slice(at, match.index));
    slots.push(match[0]);
    at = match.index + match[0].length;
  }
  words.push(text.slice(at));
  return { words, slots };
}

/** The text that has these words around these slots. */
export const putSlots = (words: readonly string[], slots: readonly string[]): string =>
  words.map((word, at) => word + (slots[at] ?? "")).join("");

/**
 * The text with one side's words changed to the other's, where it is exactly of these words; null otherwise. Found by
 * the words alone, one after the other.
 */
export function matchWords(text: string, words: readonly string[]): string[] | null {
  const [first = "", ...rest] = words;
  if (!text.startsWith(first)) return null;
  const slots: string[] = [];
  let at = first.length;
  for (const [index, word] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? text.length - word.length : text.indexOf(word, at);
    if (end < at || !text.startsWith(word, end)) return null;
    slots.push(text.slice(at, end));
    at = end + word.length;
  }
  return at === text.length ? slots : null;
}

/** The tag that a text is wrapped in by itself, such as a reminder; empty texts where there is none. */
export function takeFrame(before: string, after: string): { head: string; tail: string } {
  const [head, tag] = /^<([a-z_-]{1,40})>\n/.exec(before) ?? [];
  const tail = `\n</${tag}>`;
  return head !== undefined && after.endsWith(tail) ? { head, tail } : { head: "", tail: "" };
}
