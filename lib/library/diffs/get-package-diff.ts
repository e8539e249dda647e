import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { type DiffedFile, type FilePair, joinAlike, matchFiles } from "@/lib/diff/match-files";
import { inSteps } from "@/lib/platform/yield-between-steps";
import { guessTextByName, textOf } from "@/lib/skills/file-text";
import { loaderOf } from "../drafts/read-draft";
import { getSkillId } from "../get-skill-id";
import { diffFrontmatter } from "../internal/diff-frontmatter";
import { countedLines } from "../internal/line-counts";
import { countChangedLines } from "./count-changed-lines";
import { type DiffQuery, diffQuerySchema, type FileChange, type PackageDiffFacts } from "./diff-schema";
import { readSide } from "./diff-sides";

/** Files that are gone and files that are new, each: all of them are weighed against each other. */
const mostJoined = 60;
const longestJoined = 256 * 1024;
const isWeighed = (file: DiffedFile | null): boolean =>
  file !== null && guessTextByName(file.path) && file.size <= longestJoined;

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

  const skill = { skillId: await getSkillId(context, input.skill), name: input.skill };
  const [from, to] = await Promise.all([
    readSide(context, skill, query.from),
    readSide(context, skill, query.to),
  ]);
  const { pairs, unchanged } = matchFiles(from.files, to.files);
  const load = loaderOf(context);
  const oneSided = joinable(pairs);
  const bytes = await load(wantedFor(oneSided, [from.files, to.files]));
  const textAt = (file: DiffedFile | null | undefined): string | null => {
    const held = file && bytes.get(file.sha256);
    return held ? textOf(held) : null;
  };
  const others = pairs.filter((pair) => !oneSided.includes(pair));
  const joined = [...others, ...(await inSteps(joinAlike(oneSided, textAt)))].sort(inOrder);
  await countChangedLines(joined, load);
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
    files: joined.map(toFileChange),
    unchangedFiles: unchanged,
  };
}

const isSkillFile = (path: string): boolean => /^skill\.md$/i.test(path);
const pathOf = ({ before, after }: FilePair): string => after?.path ?? before?.path ?? "";

/** SKILL.md first: it is what a reader came for. */
const inOrder = (left: FilePair, right: FilePair): number =>
  Number(isSkillFile(pathOf(right))) - Number(isSkillFile(pathOf(left))) ||
  (pathOf(left) < pathOf(right) ? -1 : 1);

/** One-sided pairs that could be one file under two names. */
function joinable(pairs: readonly FilePair[]): FilePair[] {
  const oneSided = pairs.filter(
    ({ before, after }) => (before === null) !== (after === null) && isWeighed(before ?? after),
  );
  const gone = oneSided.filter(({ after }) => after === null);
  const fresh = oneSided.filter(({ before }) => before === null);
  const small =
    gone.length > 0 && fresh.length > 0 && gone.length <= mostJoined && fresh.length <= mostJoined;
  return small ? oneSided : [];
}

/** What is read for the list itself: both SKILL.md, and what may be one file under two names. */
function wantedFor(pairs: readonly FilePair[], manifests: readonly (readonly DiffedFile[])[]): string[] {
  const documents = manifests.flat().filter(({ path }) => isSkillFile(path));
  const files = [...documents, ...pairs.flatMap(({ before, after }) => before ?? after ?? [])];
  return [...new Set(files.map(({ sha256 }) => sha256))];
}

function toFileChange(pair: FilePair): FileChange {
  const { before, after } = pair;
  const path = pathOf(pair);
  const counts = countedLines(pair);
  return {
    path,
    ...oldPathOf(pair),
    change: changeOf(pair),
    before: sideOf(before),
    after: sideOf(after),
    ...(guessTextByName(path) ? counts : { added: null, removed: null }),
  };
}

export const oldPathOf = ({ before, after }: FilePair): Pick<FileChange, "oldPath"> =>
  before && after && before.path !== after.path ? { oldPath: before.path } : {};

export const sideOf = (file: DiffedFile | null): FileChange["before"] =>
  file && { sha256: file.sha256, size: file.size, ...(file.executable && { executable: true }) };

export function changeOf({ before, after }: FilePair): FileChange["change"] {
  if (!before) return "added";
  if (!after) return "removed";
  return before.path === after.path ? "changed" : "renamed";
}
