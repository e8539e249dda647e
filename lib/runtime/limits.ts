/** Sizes are bytes of UTF-8 unless the name says otherwise. */
export type RuntimeLimits = {
  /** Of one read; more is paged. */
  readBytes: number;
  /** Counts the activations and the files of one skill in a conversation together. */
  skillBytes: number;
  /** Counts the folders above a file. */
  resourceDepth: number;
  /** Files named in an activation; the rest is counted. */
  listedResources: number;
  /** Measures one call's input as it is written in JSON. */
  toolInputBytes: number;
  /** Of one tool's result, typed, saved or from a server; the rest is cut off. */
  toolResultBytes: number;
  /** Names in an error, so that a refusal never outweighs an answer. */
  listedNames: number;
  /** Skills in one answer of list_skills. */
  pageSkills: number;
  /** Above this many, mode `auto` tells of a search instead of listing. */
  autoSkills: number;
};

const KiB = 1024;

export const runtimeLimits: Readonly<RuntimeLimits> = {
  readBytes: 100 * KiB,
  skillBytes: 500 * KiB,
  resourceDepth: 5,
  listedResources: 200,
  toolInputBytes: 64 * KiB,
  toolResultBytes: 100 * KiB,
  listedNames: 50,
  pageSkills: 50,
  autoSkills: 40,
};

/** What the built-in model can hold. */
export const rehearsalWindowTokens = 200_000;

/** Of the window: what a prompt may fill before its history is shortened. */
export const shorteningShare = 0.8;

const leastBudgetCharacters = 8_000;
const budgetShare = 0.02;
export const charactersPerToken = 4;

/** How long a catalogue may be: the larger of 2 % of the window (at 4 characters a token) and 8,000 characters. */
export function catalogueBudget(windowTokens: number): number {
  return Math.max(leastBudgetCharacters, Math.floor(windowTokens * budgetShare * charactersPerToken));
}
