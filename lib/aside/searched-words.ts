/** Of a body; what comes after is found by name and description alone. Characters. */
const longestText = 200_000;
/** Longer words are found by their first characters. */
const longestWord = 64;
/** Different ones of a draft: three times what the longest instructions in use have. */
const mostWords = 10_000;
/** Of all words together: a tsvector holds a megabyte. */
const mostBytes = 400_000;
/** Of a search; the others narrow nothing. */
const mostAsked = 16;

const eachWord = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words by which a search finds a draft, each once: a list for `array_to_tsvector`, which parses nothing. Time grows
 * with the text alone, whatever it holds.
 */
export function searchedWords({ description, body }: { description: string; body: string }): string[] {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of [description, body])
    for (const [word] of text.slice(0, longestText).toLowerCase().matchAll(eachWord)) {
      const short = shortened(word);
      if (words.has(short)) continue;
      bytes += Buffer.byteLength(short);
      if (bytes > mostBytes || words.size === mostWords) return [...words];
      words.add(short);
    }
  return [...words];
}

/** A search as a `tsquery` that needs no parser: every word, as the beginning of one. Empty when there is no word in it. */
export function askedWords(query: string): string {
  const words = new Set([...query.toLowerCase().matchAll(eachWord)].map(([word]) => shortened(word)));
  // Letters, marks and digits alone: nothing in them could end the quotes.
  return [...words]
    .slice(0, mostAsked)
    .map((word) => `'${word}':*`)
    .join(" & ");
}

const shortened = (word: string): string => word.slice(0, longestWord).toWellFormed();
