import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import {
  type DirectoryFailure,
  type ListedPackage,
  listDirectory,
  readListedPackage,
} from "@/lib/imports/adapters/directory";
import { packageDigest } from "@/lib/skills/digest";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { ClientError, machineError, systemCode } from "./client-error";
import { workFolder } from "./lock-file";
import { sha256Of } from "./sha256";

/** A skill's folder on this machine, read as the app reads it. */
export type ReadSkill = {
  /** As it is shown: relative to the working folder where it lies below that. */
  folder: string;
  /** Absolute, links resolved. */
  place: string;
  /** What the folder is called. */
  name: string;
  files: readonly FileBytes[];
  digest: string;
  /** What lies in it and is no part of the skill, in words. */
  notes: readonly string[];
};

/** Something that could not be read; `path` as it is shown. */
export type ReadFailure = { path: string; rule: string; message: string };

/** Every skill of the folders and files that were named, each once, with all its bytes; one after the other. */
export async function* readSkills(
  workingFolder: string,
  paths: readonly string[],
): AsyncGenerator<{ skill: ReadSkill } | { failure: ReadFailure }> {
  const seen = new Set<string>();
  for (const typed of paths.length === 0 ? ["."] : paths) {
    const folder = await folderOf(path.resolve(workingFolder, typed), typed);
    const show = (relative: string) => shownPath(workingFolder, path.join(folder, relative));
    const listing = await listDirectory(folder, { include: [], exclude: [workFolder] });
    if (!listing.ok) {
      const { rule, message } = listing.error;
      if (rule === "skill-file-missing")
        throw new ClientError("usage", `There is no SKILL.md in ${typed}, nor in the folders below it.`);
      throw new ClientError("machine", message);
    }
    for (const failure of listing.value.failures) yield { failure: shownFailure(failure, show) };
    for (const listed of listing.value.packages) {
      const place = path.join(folder, listed.root);
      if (seen.has(place)) continue;
      seen.add(place);
      const read = await readListedPackage(listed);
      if (read.ok) yield { skill: toSkill(listed, read.value.files, { place, folder: show(listed.root) }) };
      else yield { failure: shownFailure(read.error, show) };
    }
  }
}

function toSkill(
  listed: ListedPackage,
  files: readonly FileBytes[],
  at: { place: string; folder: string },
): ReadSkill {
  const hashed = files.map((file) => ({ path: file.path, sha256: sha256Of(file.bytes) }));
  const digest = packageDigest(hashed, sha256Of);
  return { ...at, name: listed.folderName, files, digest, notes: listed.notes };
}

const shownFailure = (failure: DirectoryFailure, show: (relative: string) => string): ReadFailure => ({
  path: show(failure.path),
  rule: failure.rule,
  message: failure.message,
});

/** Relative and with "/" where it lies below the working folder. */
export function shownPath(workingFolder: string, place: string): string {
  const relative = path.relative(workingFolder, place);
  const shown = relative.startsWith("..") || path.isAbsolute(relative) ? place : relative;
  return shown.split(path.sep).join("/") || ".";
}

/** The folder that was named, or of a file the nearest one above it with a SKILL.md; links resolved. */
async function folderOf(place: string, typed: string): Promise<string> {
  try {
    const real = await realpath(place);
    if ((await stat(real)).isDirectory()) return real;
    return await skillFolderAbove(real, typed);
  } catch (error) {
    if (error instanceof ClientError) throw error;
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR")
      throw new ClientError("usage", `There is no file or folder ${typed}.`);
    throw machineError(`${typed} cannot be read`, error);
  }
}

async function skillFolderAbove(file: string, typed: string): Promise<string> {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    for (const name of ["SKILL.md", "skill.md"])
      if (findSkillFile([name]) !== null && (await isFile(path.join(folder, name)))) return folder;
    if (folder === path.dirname(folder))
      throw new ClientError("usage", `${typed} lies in no skill: there is no SKILL.md beside or above it.`);
  }
}

const isFile = async (place: string): Promise<boolean> =>
  (await stat(place).catch(() => null))?.isFile() === true;
