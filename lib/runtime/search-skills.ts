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
 * What a score in each field counts. A description is written to be chosen by, so it counts most; a name has few words
 * and often says the same again. Chosen on several kinds of queries at once, none of which may do worse than plain
 * BM25 over descriptions: trigger queries, “when to use” lines of bodies, and long messages of which few words matter.
 */
export const fieldWeights = { name: 0.5, description: 1, body: 0.5, triggers: 0.8 } as const;

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
 * order given. Bodies must not outvote descriptions: they are long and hold some of nearly every message's words.
 * So how rare a word is in name, description and triggers is counted there, not in the bodies; and a word counts in a
 * body by how rare it is among bodies once more, so that many common ones do not come to as much as a telling one.
 * Where some entries have a body and others do not, see `bodiesByPlace`.
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
  const found: Found[] = [];
  for (const entry of entries) {
    const matched: Match[] = [];
    for (const [at, terms] of wanted.entries()) {
      const match = matchOf(entry, terms, at);
      if (match) matched.push(match);
    }
    if (matched.length > 0) found.push({ entry, matched });
  }
  const rarity = countRarity(found, wanted.length, entries.length);
  const averages = averageLengths(entries);
  const scored = found.map(({ entry, matched }) => ({
    entry,
    fields: scoreFields(entry, matched, rarity, averages),
  }));
  const bodyOf = bodiesByPlace(scored);
  return scored
    .map(({ entry, fields }) => {
      const body = hasBody(entry) ? fields.body : bodyOf(fields);
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

const hasBody = ({ terms }: SearchEntry): boolean => terms.lengths.body > 0;

/**
 * What an unknown body is taken to score, so that it is not held against a skill: as good a place among the known
 * bodies as the skill's name and description have among those of the skills with a body.
 */
function bodiesByPlace(scored: readonly Scored[]): (fields: Fields) => number {
  const known = scored.filter(({ entry }) => hasBody(entry));
  if (known.length === scored.length) return () => 0;
  const bodies = known.map(({ fields }) => fields.body).sort((left, right) => right - left);
  const tolds = known.map(({ fields }) => toldOf(fields)).sort((left, right) => right - left);
  return (fields) => {
    const told = toldOf(fields);
    const place = tolds.findIndex((other) => other <= told);
    return told === 0 || place < 0 ? 0 : (bodies[place] ?? 0);
  };
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
type Found = { entry: SearchEntry; matched: readonly Match[] };
/** By a word's place in the query: in bodies, and in all other fields together. */
type Rarity = { told: readonly number[]; body: readonly number[]; most: number };

/** `most`: that of a word which nothing holds. Fields that tell what a skill is for count as one: none inflates it. */
function countRarity(found: readonly Found[], words: number, skills: number): Rarity {
  const told = Array.from({ length: words }, () => 0);
  const body = Array.from({ length: words }, () => 0);
  for (const { matched } of found)
    for (const { at, frequencies } of matched) {
      const isTold = frequencies.name + frequencies.description + frequencies.triggers > 0;
      if (isTold) told[at] = (told[at] ?? 0) + 1;
      if (frequencies.body > 0) body[at] = (body[at] ?? 0) + 1;
    }
  const rarityOf = (holders: number) =>
    Math.log(1 + (skills + imaginedOthers - holders + 0.5) / (holders + 0.5));
  return { told: told.map(rarityOf), body: body.map(rarityOf), most: rarityOf(0) };
}

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
  rarity: Rarity,
  averages: Record<SearchField, number>,
): Fields {
  const weightOf = (field: SearchField, at: number): number =>
    field === "body" ? (rarity.body[at] ?? 0) ** 2 / rarity.most : (rarity.told[at] ?? 0);
  const of = (field: SearchField): number => {
    const length = 1 - lengthNormalisation + (lengthNormalisation * lengths[field]) / (averages[field] || 1);
    let sum = 0;
    for (const { at, frequencies } of matched) {
      const frequency = frequencies[field];
      if (frequency > 0)
        sum += (weightOf(field, at) * frequency * (saturation + 1)) / (frequency + saturation * length);
    }
    return round(sum);
  };
  return { name: of("name"), description: of("description"), body: of("body"), triggers: of("triggers") };
}

/** Scores are compared and shown with three digits, so that they are the same on every machine. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
