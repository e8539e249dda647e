import type { Candidate } from "./events";
import {
  type SearchDocument,
  type SearchEntry,
  type SearchField,
  searchFields,
  toEntry,
} from "./search-terms";
import { stemWords } from "./stem-words";

/** What a word counts in each field. */
export const fieldWeights = { name: 2, description: 1, body: 0.3, triggers: 0.5 } as const;

/** BM25's usual saturation and length normalisation (Robertson and Zaragoza 2009). */
const saturation = 1.2;
const lengthNormalisation = 0.75;
/** Skills that hold none of the words: among few real ones, every word would count as common and score nothing. */
const imaginedOthers = 10;

export type SearchOptions = {
  /** The last word may be only a beginning: for searching while somebody types. */
  prefix?: boolean;
};

/** Skills that share words with the query, best first; see `searchEntries`. */
export function searchSkills(query: string, documents: readonly SearchDocument[]): Candidate[] {
  return searchEntries(query, documents.map(toEntry));
}

/**
 * Skills that share words with the query, best first: BM25 per field, summed with `fieldWeights`. Ties go by
 * the order given. Rarity is counted over all fields together, so that a field cannot inflate it.
 */
export function searchEntries(
  query: string,
  entries: readonly SearchEntry[],
  { prefix = false }: SearchOptions = {},
): Candidate[] {
  const words = [...new Set(stemWords(query))];
  if (words.length === 0 || entries.length === 0) return [];
  const wanted = words.map((word) => [word]);
  if (prefix) wanted.push(...endings(query, entries, words));
  const averages = averageLengths(entries);
  const rarity = wanted.map((terms) => ({ terms, weight: rarityOf(terms, entries) }));
  return entries
    .map((entry) => score(entry, rarity, averages))
    .filter((candidate) => candidate.score > 0)
    .sort((left, right) => right.score - left.score);
}

/** What the last word may be the beginning of, as one alternative. */
function endings(query: string, entries: readonly SearchEntry[], words: readonly string[]): string[][] {
  const last = stemWords(/\S+$/.exec(query)?.[0] ?? "").at(-1);
  if (last === undefined || last.length < 2) return [];
  const found = new Set<string>();
  for (const { terms } of entries)
    for (const field of searchFields)
      for (const term of terms.counts[field].keys()) if (term.startsWith(last)) found.add(term);
  const others = [...found].filter((term) => !words.includes(term));
  return others.length === 0 ? [] : [others];
}

function averageLengths(entries: readonly SearchEntry[]): Record<SearchField, number> {
  const average = (field: SearchField) => {
    const filled = entries.filter(({ terms }) => terms.lengths[field] > 0);
    return filled.reduce((sum, { terms }) => sum + terms.lengths[field], 0) / Math.max(1, filled.length);
  };
  return {
    name: average("name"),
    description: average("description"),
    body: average("body"),
    triggers: average("triggers"),
  };
}

function rarityOf(terms: readonly string[], entries: readonly SearchEntry[]): number {
  const holders = entries.filter((entry) =>
    terms.some((term) => searchFields.some((field) => entry.terms.counts[field].has(term))),
  ).length;
  return Math.log(1 + (entries.length + imaginedOthers - holders + 0.5) / (holders + 0.5));
}

type Wanted = { terms: readonly string[]; weight: number };

function score(
  { skillId, name, terms: { counts, lengths } }: SearchEntry,
  wanted: readonly Wanted[],
  averages: Record<SearchField, number>,
): Candidate {
  const of = (field: SearchField): number => {
    let sum = 0;
    for (const { terms, weight } of wanted) {
      const frequency = terms.reduce((total, term) => total + (counts[field].get(term) ?? 0), 0);
      if (frequency === 0) continue;
      const length = 1 - lengthNormalisation + (lengthNormalisation * lengths[field]) / averages[field];
      sum += (weight * frequency * (saturation + 1)) / (frequency + saturation * length);
    }
    return round(sum);
  };
  const fields = {
    name: of("name"),
    description: of("description"),
    body: of("body"),
    triggers: of("triggers"),
  };
  const total = searchFields.reduce((sum, field) => sum + fieldWeights[field] * fields[field], 0);
  return { skillId, name, score: round(total), fields };
}

/** Scores are compared and shown with three digits, so that they are the same on every machine. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
