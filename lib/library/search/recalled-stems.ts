import { type SearchTerms, searchFields } from "@/lib/runtime/search-terms";
import { stemWords } from "@/lib/runtime/stem-words";

/** Before a stem among the words of a draft, so that none is taken for a word as it was written; no word has it. */
const mark = "=";
/** Of all stems together, beside those of the words: a tsvector holds a megabyte. */
const mostBytes = 400_000;

/**
 * The stems of a package as the database finds its draft by them: those by which agents find it, of every field that
 * `searchEntries` looks at, each once.
 */
export function recalledStems({ counts }: SearchTerms): string[] {
  const stems = new Set<string>();
  let bytes = 0;
  for (const field of searchFields)
    for (const stem of counts[field].keys()) {
      if (stems.has(mark + stem)) continue;
      bytes += Buffer.byteLength(stem) + mark.length;
      if (bytes > mostBytes) return [...stems];
      stems.add(mark + stem);
    }
  return [...stems];
}

/** One `tsquery` for each stem of a query, which needs no parser: a stem is letters and digits, nothing ends the quotes. */
export const askedStems = (query: string): string[] =>
  [...new Set(stemWords(query))].map((stem) => `'${mark}${stem}'`);
