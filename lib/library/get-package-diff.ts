import "server-only";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { type DiffedFile, type FilePair, joinAlike, matchFiles } from "@/lib/diff/match-files";
import { isTextPath } from "@/lib/skills/package-path";
import { createBreathe } from "./breathe";
import { type DiffQuery, diffQuerySchema, type FileChange, type PackageDiffFacts } from "./diff-schema";
import { readSide } from "./diff-sides";
import { getSkillId } from "./get-draft";
import { diffFrontmatter } from "./internal/diff-frontmatter";
import { countedLines, findLineCounts, learnLineCounts } from "./internal/line-counts";
import { textOf } from "./package-text";
import { loaderOf } from "./read-draft";
import { scopeOf } from "./scope";

/** Bytes that are read for the list: to count lines and to find renamed files. The rest is counted when it is opened. */
const mostRead = 12 * 1024 * 1024;
/** Longer files are counted when they are opened. */
const longestCounted = 512 * 1024;
/** Files that are gone and files that are new, each: all of them are weighed against each other. */
const mostJoined = 60;

/**
 * What differs between two packages of a skill: the facts of both sides, the frontmatter field by field, what each
 * weighs, and the list of files. Reads as many bytes as it takes to be useful, never all of a large package.
 */
export async function getPackageDiff(
  context: Context,
  input: { skill: string } & DiffQuery,
): Promise<PackageDiffFacts> {
  requirePermission(context, "library.read");
  const query = diffQuerySchema.parse(input);
  const scope = scopeOf(context);
  const skill = { skillId: await getSkillId(scope, input.skill), name: input.skill };
  const [from, to] = await Promise.all([
    readSide(scope, skill, query.from),
    readSide(scope, skill, query.to),
  ]);
  const { pairs, unchanged } = matchFiles(from.files, to.files);
  const load = loaderOf(scope);
  const bytes = await load(wantedFor(pairs, from.files, to.files));
  const textAt = (file: DiffedFile | null | undefined): string | null => {
    const held = file && bytes.get(file.sha256);
    return held ? textOf(held) : null;
  };
  const oneSided = new Set(joinable(pairs));
  const others = pairs.filter((pair) => !oneSided.has(pair));
  const files = await describePairs([...others, ...joinAlike([...oneSided], textAt)], textAt);
  return {
    from: from.facts,
    to: to.facts,
    frontmatter: diffFrontmatter(
      { name: skill.name, files: from.files, textAt },
      { name: skill.name, files: to.files, textAt },
    ),
    measures: {
      descriptionLength: { before: [...from.description].length, after: [...to.description].length },
      catalogueTokens: { before: from.metadataTokens, after: to.metadataTokens },
      instructionTokens: { before: from.instructionTokens, after: to.instructionTokens },
    },
    files: files.sort((left, right) => orderOf(left) - orderOf(right) || (left.path < right.path ? -1 : 1)),
    unchangedFiles: unchanged,
  };
}

/** SKILL.md first: it is what a reader came for. */
const orderOf = ({ path }: FileChange): number => (/^skill\.md$/i.test(path) ? 0 : 1);

const isCountable = (file: DiffedFile | null): boolean =>
  file === null || (isTextPath(file.path) && file.size <= longestCounted);

/** One-sided pairs that could be one file under two names. */
function joinable(pairs: readonly FilePair[]): FilePair[] {
  const oneSided = pairs.filter(({ before, after }) => (before === null) !== (after === null));
  const gone = oneSided.filter(({ after }) => after === null);
  const fresh = oneSided.filter(({ before }) => before === null);
  const small =
    gone.length > 0 && fresh.length > 0 && gone.length <= mostJoined && fresh.length <= mostJoined;
  return small ? oneSided : [];
}

function wantedFor(
  pairs: readonly FilePair[],
  before: readonly DiffedFile[],
  after: readonly DiffedFile[],
): string[] {
  const wanted = new Map<string, number>();
  for (const { path, sha256, size } of [...before, ...after])
    if (/^skill\.md$/i.test(path)) wanted.set(sha256, size);
  const toJoin = new Set(joinable(pairs));
  let read = 0;
  for (const pair of pairs) {
    const { before: old, after: current } = pair;
    if (!isCountable(old) || !isCountable(current)) continue;
    if (!toJoin.has(pair) && findLineCounts(pair)) continue;
    read += (old?.size ?? 0) + (current?.size ?? 0);
    if (read > mostRead) break;
    for (const file of [old, current]) if (file) wanted.set(file.sha256, file.size);
  }
  return [...wanted.keys()];
}

async function describePairs(
  pairs: readonly FilePair[],
  textAt: (file: DiffedFile | null) => string | null,
): Promise<FileChange[]> {
  const breathe = createBreathe();
  const files: FileChange[] = [];
  for (const pair of pairs) {
    const { before, after } = pair;
    const path = after?.path ?? before?.path ?? "";
    const texts = { before: textAt(before), after: textAt(after) };
    const read = (before === null || texts.before !== null) && (after === null || texts.after !== null);
    if (read && isCountable(before) && isCountable(after) && !findLineCounts(pair))
      learnLineCounts(pair, { before: texts.before ?? "", after: texts.after ?? "" });
    await breathe();
    files.push({
      path,
      oldPath: before && after && before.path !== after.path ? before.path : null,
      change: changeOf(pair),
      kind: isTextPath(path) || read ? "text" : "binary",
      before: before && { sha256: before.sha256, size: before.size },
      after: after && { sha256: after.sha256, size: after.size },
      ...countedLines(pair),
    });
  }
  return files;
}

export function changeOf({ before, after }: FilePair): FileChange["change"] {
  if (!before) return "added";
  if (!after) return "removed";
  return before.path === after.path ? "changed" : "renamed";
}
