export const originOutcomes = ["unchanged", "changed", "edited", "conflict", "unlinked"] as const;
export type OriginOutcome = (typeof originOutcomes)[number];

/** A text, told by its bytes and by which of its files are executable, of which no digest says anything. */
export type ComparedText = {
  digest: string;
  /** In any order; null where nothing is known of them, or nothing is said. */
  executables: readonly string[] | null;
};

/**
 * A text as it lies where not every system knows modes: a package in which no file is executable says nothing of them
 * (`keepModes`).
 */
export const foundText = ({ digest, executables }: ComparedText): ComparedText => ({
  digest,
  executables: executables?.length === 0 ? null : executables,
});

/** Of files, the paths of those that are executable, in order. */
export const executablesOf = (files: readonly { path: string; executable: boolean }[]): string[] =>
  files.flatMap(({ path, executable }) => (executable ? [path] : [])).sort();

/** Whether two are one text: by their bytes alone where one of them says nothing of its modes. Nothing else decides this. */
export function isSameText(one: ComparedText, other: ComparedText): boolean {
  if (one.digest !== other.digest) return false;
  const [mine, theirs] = [one.executables, other.executables];
  if (mine === null || theirs === null) return true;
  const known = new Set(mine);
  return known.size === new Set(theirs).size && theirs.every((path) => known.has(path));
}

type Texts = {
  /** What lies elsewhere now. */
  theirs: ComparedText;
  /** The draft here. */
  ours: ComparedText;
  /** What was read from there last; null where nothing was. */
  base: ComparedText | null;
};

/**
 * How a text elsewhere stands to the draft here: `edited` has a newer text here alone, `conflict` has changed in both,
 * `unlinked` is a draft of that name that was not read from there. Where theirs says nothing of modes, nobody's count.
 */
export function overwriteOrKeep({ theirs, ours, base }: Texts): OriginOutcome {
  const isSame = (one: ComparedText, other: ComparedText) =>
    theirs.executables === null ? one.digest === other.digest : isSameText(one, other);
  if (isSame(ours, theirs)) return "unchanged";
  if (base === null) return "unlinked";
  if (isSame(base, theirs)) return "edited";
  return isSame(base, ours) ? "changed" : "conflict";
}
