import type { Candidate } from "./events";
import {
  type SearchDocument,
  type SearchEntry,
  type SearchField,
  searchFields,
  toEntry,
} from "./search-terms";
import { stemWords } from "./stem-words";

/**
 * What a score in each field counts: cross-validated over trigger queries of real skills, on the 60 % that
 * `npm run bench -- routing` does not hold out.
 */
export const fieldWeights = { name: 1, description: 1, body: 0.5, triggers: 0.8 } as const;

/** These are BM25's usual saturation and length normalisation (Robertson and Zaragoza 2009). */
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
 * Skills that share words with the query, best first: BM25 per field, summed with `fieldWeights`. Ties go by the
 * order given. Rarity is counted over all fields together, so that a field cannot inflate it. Where some entries
 * have a body and others do not, those without are given the share of a body's score that the best others have.
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
  const found: { entry: SearchEntry; matched: Match[] }[] = [];
  for (const entry of entries) {
    const matched: Match[] = [];
    for (const [at, terms] of wanted.entries()) {
      const match = matchOf(entry, terms, at);
      if (match) matched.push(match);
    }
    if (matched.length > 0) found.push({ entry, matched });
  }
  const holders = wanted.map(() => 0);
  for (const { matched } of found) for (const { at } of matched) holders[at] = (holders[at] ?? 0) + 1;
  const rarity = holders.map((count) =>
    Math.log(1 + (entries.length + imaginedOthers - count + 0.5) / (count + 0.5)),
  );
  const averages = averageLengths(entries);
  const scored = found.map(({ entry, matched }) => ({
    entry,
    fields: scoreFields(entry, matched, rarity, averages),
  }));
  const shareOfBody = bodyPerTold(scored);
  return scored
    .map(({ entry, fields }) => {
      const hasBody = entry.terms.lengths.body > 0;
      const body = hasBody ? fields.body : toldOf(fields) * shareOfBody;
      const score = toldOf(fields) + fieldWeights.body * body + fieldWeights.triggers * fields.triggers;
      return { skillId: entry.skillId, name: entry.name, score: round(score), fields };
    })
    .sort((left, right) => right.score - left.score);
}

type Fields = Candidate["fields"];
type Scored = { entry: SearchEntry; fields: Fields };

/** What name and description come to. */
const toldOf = ({ name, description }: Fields): number =>
  fieldWeights.name * name + fieldWeights.description * description;

const comparedBodies = 10;

/** How much a body adds to what name and description come to, among the best of those that have one. */
function bodyPerTold(scored: readonly Scored[]): number {
  if (scored.every(({ entry }) => entry.terms.lengths.body > 0)) return 0;
  const best = scored
    .filter(({ entry }) => entry.terms.lengths.body > 0)
    .map(({ fields }) => ({ told: toldOf(fields), body: fields.body }))
    .sort((left, right) => right.told - left.told)
    .slice(0, comparedBodies);
  const told = best.reduce((sum, entry) => sum + entry.told, 0);
  return told === 0 ? 0 : best.reduce((sum, entry) => sum + entry.body, 0) / told;
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

/** How often one wanted word, or one of its alternatives, stands in each field; `at` is its place in the query. */
type Match = { at: number; frequencies: Record<SearchField, number> };

function matchOf({ terms: { counts } }: SearchEntry, terms: readonly string[], at: number): Match | null {
  const frequencies = { name: 0, description: 0, body: 0, triggers: 0 };
  let any = false;
  for (const term of terms)
    for (const field of searchFields) {
      const count = counts[field].get(term);
      if (count === undefined) continue;
      frequencies[field] += count;
      any = true;
    }
  return any ? { at, frequencies } : null;
}

/** Of the entries that have the field at all; 0 when none has. */
function averageLengths(entries: readonly SearchEntry[]): Record<SearchField, number> {
  const average = (field: SearchField) => {
    let sum = 0;
    let filled = 0;
    for (const { terms } of entries) {
      sum += terms.lengths[field];
      if (terms.lengths[field] > 0) filled += 1;
    }
    return filled === 0 ? 0 : sum / filled;
  };
  return {
    name: average("name"),
    description: average("description"),
    body: average("body"),
    triggers: average("triggers"),
  };
}

function scoreFields(
  { terms: { lengths } }: SearchEntry,
  matched: readonly Match[],
  rarity: readonly number[],
  averages: Record<SearchField, number>,
): Fields {
  const of = (field: SearchField): number => {
    const length = 1 - lengthNormalisation + (lengthNormalisation * lengths[field]) / (averages[field] || 1);
    let sum = 0;
    for (const { at, frequencies } of matched) {
      const frequency = frequencies[field];
      if (frequency > 0)
        sum += ((rarity[at] ?? 0) * frequency * (saturation + 1)) / (frequency + saturation * length);
    }
    return round(sum);
  };
  return { name: of("name"), description: of("description"), body: of("body"), triggers: of("triggers") };
}

/** Scores are compared and shown with three digits, so that they are the same on every machine. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
