/**
 * The yardstick: BM25 (k1 1.2, b 0.75) over descriptions alone, words in lower case without stemming or stop words,
 * as a search box without further thought would do it.
 */
export function plainBm25(documents: readonly { id: string; text: string }[]): (query: string) => string[] {
  const indexed = documents.map(({ id, text }) => {
    const counts = new Map<string, number>();
    const words = wordsOf(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id, counts, length: words.length };
  });
  const average = indexed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, indexed.length);
  const holders = new Map<string, number>();
  for (const { counts } of indexed)
    for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  const rarity = (word: string) => {
    const held = holders.get(word) ?? 0;
    return Math.log(1 + (indexed.length - held + 0.5) / (held + 0.5));
  };
  return (query) => {
    const wanted = [...new Set(wordsOf(query))];
    return indexed
      .map(({ id, counts, length }) => ({
        id,
        score: wanted.reduce((sum, word) => {
          const frequency = counts.get(word) ?? 0;
          const weight = 1.2 * (0.25 + (0.75 * length) / average);
          return sum + (rarity(word) * frequency * 2.2) / (frequency + weight);
        }, 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .map(({ id }) => id);
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
