import type { Steps } from "@/lib/kernel/steps";

/** `executable`: whether its owner may run it, where that is known. */
export type DiffedFile = { path: string; sha256: string; size: number; executable?: boolean };

/** One file on either side; both null never happens. */
export type FilePair = { before: DiffedFile | null; after: DiffedFile | null };

/** Pairs the files of two packages by path, then by content. What is the same in both is counted, not told. */
export function matchFiles(
  before: readonly DiffedFile[],
  after: readonly DiffedFile[],
): { pairs: FilePair[]; unchanged: number } {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const later = new Set(after.map(({ path }) => path));
  const pairs: FilePair[] = [];
  const gone = before.filter(({ path }) => !later.has(path));
  const closest = new ClosestFiles(gone);
  let unchanged = 0;
  for (const file of after) {
    const was = earlier.get(file.path);
    if (was?.sha256 === file.sha256 && isRunnable(was) === isRunnable(file)) unchanged += 1;
    // An empty file is like every other one: moving it says nothing.
    else pairs.push({ before: was ?? (file.size > 0 ? closest.take(file) : null), after: file });
  }
  const moved = new Set(pairs.map((pair) => pair.before));
  for (const file of gone) if (!moved.has(file)) pairs.push({ before: file, after: null });
  return { pairs, unchanged };
}

const isRunnable = ({ executable = false }: DiffedFile): boolean => executable;

/** Of several files with these bytes the one whose name is most alike, each only once; in time that grows with them alone. */
class ClosestFiles {
  private readonly byBytes = new Map<string, Set<DiffedFile>>();
  private readonly byName = new Map<string, Set<DiffedFile>>();

  constructor(files: readonly DiffedFile[]) {
    for (const file of files) {
      this.of(this.byBytes, file.sha256).add(file);
      this.of(this.byName, nameKey(file)).add(file);
    }
  }

  take(file: DiffedFile): DiffedFile | null {
    const [named] = this.of(this.byName, nameKey(file));
    const [first] = this.of(this.byBytes, file.sha256);
    const found = named ?? first;
    if (!found) return null;
    this.of(this.byBytes, found.sha256).delete(found);
    this.of(this.byName, nameKey(found)).delete(found);
    return found;
  }

  private of(files: Map<string, Set<DiffedFile>>, key: string): Set<DiffedFile> {
    const known = files.get(key) ?? new Set();
    files.set(key, known);
    return known;
  }
}

const nameKey = ({ path, sha256 }: DiffedFile): string =>
  `${sha256} ${path.slice(path.lastIndexOf("/") + 1)}`;

/** The least share of lines that two files must have in common to be one file under another name. */
const leastAlike = 0.6;
const shortestLine = 4;

/** Lines of a file that are weighed: every file that is gone is weighed against every new one. */
const mostWeighed = 4_000;

/**
 * Joins files that are gone with files that are new where most of their lines are the same, the most alike first.
 * `textOf` answers null for a file that takes no part. In pieces: many long files are a lot to weigh.
 */
export function* joinAlike(
  pairs: readonly FilePair[],
  textOf: (file: DiffedFile) => string | null,
): Steps<FilePair[]> {
  const gone = yield* countAll(
    pairs.map(({ before, after }) => (after ? null : before)),
    textOf,
  );
  const fresh = yield* countAll(
    pairs.map(({ before, after }) => (before ? null : after)),
    textOf,
  );
  const found: { old: Counted; current: Counted; alike: number }[] = [];
  for (const old of gone)
    for (const current of fresh) {
      const alike = likeness(old.lines, current.lines);
      if (alike >= leastAlike) found.push({ old, current, alike });
      yield;
    }
  found.sort((left, right) => right.alike - left.alike);
  const joined = new Map<DiffedFile, DiffedFile>();
  const taken = new Set<DiffedFile>();
  for (const { old, current } of found) {
    if (joined.has(current.file) || taken.has(old.file)) continue;
    joined.set(current.file, old.file);
    taken.add(old.file);
  }
  return pairs
    .filter(({ before, after }) => after !== null || before === null || !taken.has(before))
    .map(({ before, after }) => ({ before: before ?? (after && joined.get(after)) ?? null, after }));
}

type Lines = { counts: ReadonlyMap<string, number>; total: number };
type Counted = { file: DiffedFile; lines: Lines };

function* countAll(
  files: readonly (DiffedFile | null)[],
  textOf: (file: DiffedFile) => string | null,
): Steps<Counted[]> {
  const counted: Counted[] = [];
  for (const file of files) {
    const text = file && textOf(file);
    if (!file || !text) continue;
    counted.push({ file, lines: countLines(text) });
    yield;
  }
  return counted;
}

function countLines(text: string): Lines {
  const counts = new Map<string, number>();
  let total = 0;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const words = line.trim();
    if (words.length < shortestLine) continue;
    counts.set(words, (counts.get(words) ?? 0) + 1);
    total += 1;
    if (total === mostWeighed) break;
  }
  return { counts, total };
}

function likeness(left: Lines, right: Lines): number {
  // Neither can share more than the smaller one has.
  const most = (2 * Math.min(left.total, right.total)) / Math.max(1, left.total + right.total);
  if (most < leastAlike) return 0;
  let shared = 0;
  for (const [line, count] of left.counts) shared += Math.min(count, right.counts.get(line) ?? 0);
  return (2 * shared) / Math.max(1, left.total + right.total);
}
