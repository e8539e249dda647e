/** Whether every word of the query stands somewhere in the text. An empty query matches. */
export function matchesWords(query: string, text: string): boolean {
  const haystack = text.toLowerCase();
  return wordsOf(query).every((word) => haystack.includes(word));
}

export type TextPart = { text: string; start: number; hit: boolean };

/** Cuts a text at the words of the query, for marking them. `start` is the offset in UTF-16 units. */
export function splitAtWords(query: string, text: string): TextPart[] {
  const words = wordsOf(query);
  if (words.length === 0) return [{ text, start: 0, hit: false }];
  const pattern = new RegExp(words.map(escapePattern).join("|"), "gi");
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), start: end, hit: false });
    parts.push({ text: match[0], start: match.index, hit: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), start: end, hit: false });
  return parts;
}

const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
