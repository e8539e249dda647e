import { stemWords } from "./stem-words";

/** Words of a query that a text has too, in any of their forms: as the query writes them, each once, in its order. */
export function matchedWords(query: string, text: string): string[] {
  const stems = new Set(stemWords(text));
  const found = new Map<string, string>();
  for (const [word] of query.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    for (const stem of stemWords(word))
      if (stems.has(stem) && !found.has(stem)) found.set(stem, word.toLowerCase());
  return [...new Set(found.values())];
}
