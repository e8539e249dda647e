import type { FileBytes } from "@/lib/bundles/package-bytes";
import { bytesOf, textOf } from "@/lib/skills/file-text";
import { isJunkPath, isSecretPath } from "@/lib/skills/package-path";
import type { DraftFile } from "./seen-drafts";
import { sha256Of } from "./sha256";

export type DraftChange =
  | { op: "write"; path: string; text: string; executable?: boolean }
  | { op: "write"; path: string; base64: string; executable?: boolean }
  | { op: "delete"; path: string }
  | { op: "set-executable"; path: string; executable: boolean };

/**
 * What makes a draft the same as a folder. Files that no push reads (secrets, junk) are left in it. Where the system
 * has no modes, the draft's stay.
 */
export function planDraftPush(
  draft: readonly DraftFile[],
  files: readonly FileBytes[],
  hasModes: boolean,
): DraftChange[] {
  const there = new Map(draft.map((file) => [file.path, file]));
  const here = new Set(files.map(({ path }) => path));
  return [
    ...draft
      .filter(({ path }) => !here.has(path) && !isSecretPath(path) && !isJunkPath(path))
      .map(({ path }): DraftChange => ({ op: "delete", path })),
    ...files.flatMap((file) => changeOf(file, there.get(file.path), hasModes)),
  ];
}

function changeOf(file: FileBytes, there: DraftFile | undefined, hasModes: boolean): DraftChange[] {
  const { path, bytes, executable = false } = file;
  const mode = hasModes ? { executable } : {};
  if (there?.sha256 === sha256Of(bytes))
    return hasModes && there.executable !== executable ? [{ op: "set-executable", path, executable }] : [];
  const text = textOf(bytes);
  // A text goes as text only where it comes back to the byte.
  return text !== null && bytesOf(text).length === bytes.length
    ? [{ op: "write", path, text, ...mode }]
    : [{ op: "write", path, base64: Buffer.from(bytes).toString("base64"), ...mode }];
}

/** Paths at which two sets of files differ, in order. */
export function differingPaths(left: readonly DraftFile[], right: readonly DraftFile[]): string[] {
  const mark = ({ sha256, executable }: DraftFile) => `${sha256} ${executable}`;
  const one = new Map(left.map((file) => [file.path, mark(file)]));
  const other = new Map(right.map((file) => [file.path, mark(file)]));
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((path) => one.get(path) !== other.get(path))
    .sort();
}
