import {
  type HunkChoice,
  type MergeHunk,
  type MergePiece,
  mergedText,
  mergeTexts,
  usualChoice,
} from "@/lib/diff/merge-texts";
import type { MendConflict, SourceConflict } from "@/lib/sources/schema";

export type ConflictFile = SourceConflict["files"][number];
type MendedFile = NonNullable<MendConflict["files"]>[number];

/** A file to decide about: by hunk where both sides are texts, else whole. */
export type FileParts = {
  file: ConflictFile;
  pieces: MergePiece[] | null;
  hunks: MergeHunk[];
};

/** What somebody chose, by the file's path, or by path and number of a hunk. */
export type Choices = Readonly<Record<string, HunkChoice>>;

export const hunkKey = (path: string, hunk: number): string => `${hunk}:${path}`;
export const fileKey = (path: string): string => `file:${path}`;

export function partsOf(file: ConflictFile): FileParts {
  const { base, ours, theirs, changed } = file;
  const isText = typeof ours?.text === "string" && typeof theirs?.text === "string" && base?.text !== null;
  const pieces =
    isText && changed !== "same" && ours.text !== theirs.text
      ? mergeTexts({ base: base?.text ?? null, ours: ours.text ?? "", theirs: theirs.text ?? "" })
      : null;
  const hunks = (pieces ?? []).filter((piece): piece is MergeHunk => piece.kind === "hunk");
  return { file, pieces, hunks };
}

/** Which hunks, or the file, somebody has chosen or nobody has to choose about. */
export const choiceOfHunk = ({ file, hunks }: FileParts, at: number, choices: Choices): HunkChoice | null =>
  choices[hunkKey(file.path, at)] ?? (hunks[at] ? usualChoice(hunks[at]) : null);
export function choiceOfFile({ file }: FileParts, choices: Choices): HunkChoice | null {
  const isOnlyMode = file.changed === "both" && file.ours?.sha256 === file.theirs?.sha256;
  return choices[fileKey(file.path)] ?? (isOnlyMode ? "ours" : usualChoice(file));
}

export const isWhole = ({ pieces, file }: FileParts): boolean => pieces === null && file.changed !== "same";

/** How many choices are left in a file. */
export function leftIn(parts: FileParts, choices: Choices): number {
  if (isWhole(parts)) return choiceOfFile(parts, choices) === null ? 1 : 0;
  return parts.hunks.filter((_, at) => choiceOfHunk(parts, at, choices) === null).length;
}

/** The text of a file as chosen; null for one that is decided whole, or not yet. */
export function resultOf(parts: FileParts, choices: Choices): string | null {
  if (!parts.pieces) return null;
  return mergedText(
    parts.pieces,
    parts.hunks.map((_, at) => choiceOfHunk(parts, at, choices)),
  );
}

/** What is saved of it; null where the draft stays as it is. A file that is not decided is not asked for. */
export function mendedFile(parts: FileParts, choices: Choices): MendedFile | null {
  const { path, base, ours, theirs } = parts.file;
  if (parts.file.changed === "same") return null;
  if (isWhole(parts)) return choiceOfFile(parts, choices) === "theirs" ? { path, take: "theirs" } : null;
  const text = resultOf(parts, choices);
  if (text === null || !ours || !theirs) return null;
  const executable = base && ours.executable === base.executable ? theirs.executable : ours.executable;
  if (text === theirs.text && executable === theirs.executable) return { path, take: "theirs" };
  return text === ours.text && executable === ours.executable ? null : { path, text, executable };
}
