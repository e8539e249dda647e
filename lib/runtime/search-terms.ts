import { eachStem } from "./stem-words";

/** `triggers`: messages that the skill's author says should lead to it. */
export type SearchDocument = {
  skillId: string;
  name: string;
  description: string;
  body?: string;
  triggers?: readonly string[];
};

export const searchFields = ["name", "description", "body", "triggers"] as const;
export type SearchField = (typeof searchFields)[number];

/** The words of a package, counted per field: all that a search needs of it. */
export type SearchTerms = {
  counts: Readonly<Record<SearchField, ReadonlyMap<string, number>>>;
  /** Counts the words of each field; repeated ones count again. */
  lengths: Readonly<Record<SearchField, number>>;
};

/** What is searched for and who it belongs to. */
export type SearchEntry = { skillId: string; name: string; terms: SearchTerms };

export function countTerms(document: Omit<SearchDocument, "skillId">): SearchTerms {
  const counts = {
    name: countWords(document.name),
    description: countWords(document.description),
    body: countWords(document.body ?? ""),
    triggers: countWords((document.triggers ?? []).join("\n")),
  };
  return toTerms(counts);
}

/** Only the name and the description: what a skill without stored terms is found by. */
export const toEntry = (document: SearchDocument): SearchEntry => ({
  skillId: document.skillId,
  name: document.name,
  terms: countTerms(document),
});

/** A package may have been counted under another name than it has now. */
export function withName({ counts, lengths }: SearchTerms, name: string): SearchTerms {
  const own = countWords(name);
  return {
    counts: { ...counts, name: own },
    lengths: { ...lengths, name: [...own.values()].reduce((sum, count) => sum + count, 0) },
  };
}

/** The same without the messages that should lead to it. */
export const untriggered = ({ counts }: SearchTerms): SearchTerms =>
  toTerms({ ...counts, triggers: new Map() });

export function toTerms(counts: SearchTerms["counts"]): SearchTerms {
  const length = (field: SearchField) => [...counts[field].values()].reduce((sum, count) => sum + count, 0);
  return {
    counts,
    lengths: {
      name: length("name"),
      description: length("description"),
      body: length("body"),
      triggers: length("triggers"),
    },
  };
}

/** Of a field; what comes after it is not counted. Characters. */
const longestText = 400_000;
/** Different ones of a field: what the longest instructions in use have, and what a search of many can still hold. */
const mostWords = 5_000;

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of eachStem(text.slice(0, longestText))) {
    const count = counts.get(word) ?? 0;
    if (count > 0 || counts.size < mostWords) counts.set(word, count + 1);
  }
  return counts;
}
