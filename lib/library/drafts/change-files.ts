import { err, ok, type Result } from "@/lib/kernel/result";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { bytesOf } from "@/lib/skills/file-text";
import { findSkillFile, skillFileName } from "@/lib/skills/find-skill-file";
import { formatBytes, packageLimits } from "@/lib/skills/limits";
import { checkPackagePath, isJunkPath } from "@/lib/skills/package-path";
import { type HeldFile, heldFile } from "../blobs";
import type { ManifestFile } from "../describe-package";
import type { DraftChange } from "./draft-schema";

/** Why a change cannot be made; `rule` is a package rule or one of those below. */
export type ChangeRefusal = { rule: string; path: string; message: string };

export type ChangedFiles = {
  files: ManifestFile[];
  /** What was written, with bytes. */
  written: HeldFile[];
  /** Every path that the changes name, read or write; folders stand as the files in them. */
  touched: string[];
};

/** Applies changes in order to a manifest. All of them or none: the first that cannot be made is the answer. */
export function changeFiles(
  before: readonly ManifestFile[],
  changes: readonly DraftChange[],
): Result<ChangedFiles, ChangeRefusal> {
  const files = new Map(before.map((file) => [file.path, file]));
  const written = new Map<string, HeldFile>();
  const touched = new Set<string>();
  for (const change of changes) {
    const refusal = applyChange(change, files, written, touched);
    if (refusal) return err(refusal);
  }
  const after = [...files.values()];
  const refusal = checkResult(before, after);
  if (refusal) return err(refusal);
  const kept = new Set(after.map((file) => file.sha256));
  return ok({
    files: after,
    written: [...written.values()].filter((file) => kept.has(file.sha256)),
    touched: [...touched],
  });
}

type Files = Map<string, ManifestFile>;

function applyChange(
  change: DraftChange,
  files: Files,
  written: Map<string, HeldFile>,
  touched: Set<string>,
): ChangeRefusal | null {
  if (change.op === "write") {
    const path = checkPackagePath(change.path);
    if (!path.ok) return { ...path.error, path: change.path };
    const bytes = "text" in change ? bytesOf(change.text) : Buffer.from(change.base64, "base64");
    const executable = change.executable ?? files.get(path.value)?.executable ?? false;
    const file = heldFile({ path: path.value, bytes, executable });
    const { sha256, size } = file;
    files.set(file.path, { path: file.path, sha256, size, executable });
    written.set(file.sha256, file);
    touched.add(file.path);
    return null;
  }
  if (change.op === "set-executable") return setExecutable(change, files, touched);
  const from = change.op === "move" ? change.from : change.path;
  const moved = pathsAt(files, from);
  if (moved.length === 0) {
    return { rule: "file-missing", path: from, message: `There is no file or folder ${from}.` };
  }
  for (const path of moved) touched.add(path);
  if (change.op === "delete") {
    for (const path of moved) files.delete(path);
    return null;
  }
  return moveFiles(files, { from, to: change.to, moved }, touched);
}

function setExecutable(
  { path, executable }: Extract<DraftChange, { op: "set-executable" }>,
  files: Files,
  touched: Set<string>,
): ChangeRefusal | null {
  const file = files.get(path);
  if (!file) return { rule: "file-missing", path, message: `There is no file ${path}.` };
  files.set(path, { ...file, executable });
  touched.add(path);
  return null;
}

function moveFiles(
  files: Files,
  { from, to, moved }: { from: string; to: string; moved: readonly string[] },
  touched: Set<string>,
): ChangeRefusal | null {
  const target = checkPackagePath(to);
  if (!target.ok) return { ...target.error, path: to };
  if (to.startsWith(`${from}/`)) {
    return { rule: "move-into-itself", path: from, message: `${from} cannot be moved into itself.` };
  }
  for (const path of moved) {
    const file = files.get(path);
    if (!file) continue;
    const next = target.value + path.slice(from.length);
    if (files.has(next) && next !== path) {
      return { rule: "file-exists", path: next, message: `There is a file ${next} already.` };
    }
    files.delete(path);
    files.set(next, { ...file, path: next });
    touched.add(next);
  }
  return null;
}

/** The file at a path, or every file in the folder of that name. */
function pathsAt(files: ReadonlyMap<string, unknown>, path: string): string[] {
  if (files.has(path)) return [path];
  return [...files.keys()].filter((candidate) => candidate.startsWith(`${path}/`));
}

function checkResult(before: readonly ManifestFile[], after: readonly ManifestFile[]): ChangeRefusal | null {
  const had = findSkillFile(before.map((file) => file.path));
  const has = findSkillFile(after.map((file) => file.path));
  if (has === null || (had === skillFileName && has !== skillFileName)) {
    const message = `${had ?? skillFileName} is what makes these files a skill: it cannot be deleted, renamed or moved.`;
    return { rule: "skill-file-required", path: had ?? skillFileName, message };
  }
  const skillFile = after.find((file) => file.path === has);
  if (skillFile && skillFile.size > packageLimits.skillFileBytes) {
    const message = `${has} has ${formatBytes(skillFile.size)}; the limit is ${formatBytes(packageLimits.skillFileBytes)}.`;
    return { rule: "skill-file-too-large", path: has, message };
  }
  const known = new Set(before.map((file) => file.path));
  const junk = after.find(({ path }) => isJunkPath(path) && !known.has(path));
  if (junk) {
    const message = `${junk.path} is what systems and package managers leave behind: every import of the skill would leave it out. Give it another name.`;
    return { rule: "path-junk", path: junk.path, message };
  }
  const [problem] = checkFileSet(after);
  return problem ? { rule: problem.rule, path: problem.path ?? "", message: problem.message } : null;
}
