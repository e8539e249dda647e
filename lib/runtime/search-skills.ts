import type { Candidate } from "./events";
import { stemWords } from "./stem-words";

export type SearchDocument = { skillId: string; name: string; description: string; body?: string };

/** A name says most, a body least. */
export const fieldWeights = { name: 2, description: 1, body: 0.3 } as const;
type Field = keyof typeof fieldWeights;
const fields = Object.keys(fieldWeights) as Field[];

/** BM25's usual saturation and length normalisation (Robertson and Zaragoza 2009). */
const saturation = 1.2;
const lengthNormalisation = 0.75;
/** Skills that hold none of the words: among few real ones, every word would count as common and score nothing. */
const imaginedOthers = 10;

type Indexed = {
  document: SearchDocument;
  terms: Record<Field, Map<string, number>>;
  lengths: Record<Field, number>;
};

/**
 * Skills that share words with the query, best first: BM25 per field, summed with `fieldWeights`. Ties go by
 * the order given. Rarity is counted over name and description together, so that a field cannot inflate it.
 */
export function searchSkills(query: string, documents: readonly SearchDocument[]): Candidate[] {
  const wanted = [...new Set(stemWords(query))];
  if (wanted.length === 0 || documents.length === 0) return [];
  const indexed = documents.map(indexDocument);
  const averages = averageLengths(indexed);
  const rarity = new Map(wanted.map((term) => [term, rarityOf(term, indexed)]));
  return indexed
    .map((entry) => score(entry, rarity, averages))
    .filter((candidate) => candidate.score > 0)
    .sort((left, right) => right.score - left.score);
}

function indexDocument(document: SearchDocument): Indexed {
  const words = {
    name: stemWords(document.name),
    description: stemWords(document.description),
    body: stemWords(document.body ?? ""),
  };
  return {
    document,
    terms: { name: count(words.name), description: count(words.description), body: count(words.body) },
    lengths: { name: words.name.length, description: words.description.length, body: words.body.length },
  };
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function averageLengths(indexed: readonly Indexed[]): Record<Field, number> {
  const average = (field: Field) =>
    indexed.reduce((sum, { lengths }) => sum + lengths[field], 0) / indexed.length;
  return { name: average("name"), description: average("description"), body: average("body") };
}

function rarityOf(term: string, indexed: readonly Indexed[]): number {
  const holders = indexed.filter(({ terms }) => fields.some((field) => terms[field].has(term))).length;
  return Math.log(1 + (indexed.length + imaginedOthers - holders + 0.5) / (holders + 0.5));
}

function score(
  { document, terms, lengths }: Indexed,
  rarity: ReadonlyMap<string, number>,
  averages: Record<Field, number>,
): Candidate {
  const of = (field: Field): number => {
    let sum = 0;
    for (const [term, weight] of rarity) {
      const frequency = terms[field].get(term) ?? 0;
      if (frequency === 0) continue;
      const length = 1 - lengthNormalisation + (lengthNormalisation * lengths[field]) / averages[field];
      sum += (weight * frequency * (saturation + 1)) / (frequency + saturation * length);
    }
    return round(sum);
  };
  const scores = { name: of("name"), description: of("description"), body: of("body") };
  const total = fields.reduce((sum, field) => sum + fieldWeights[field] * scores[field], 0);
  return { skillId: document.skillId, name: document.name, score: round(total), fields: scores };
}

/** Scores are compared and shown with three digits, so that they are the same on every machine. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
