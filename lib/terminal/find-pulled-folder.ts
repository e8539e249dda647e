import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { ClientError } from "./client-error";
import { hostFolders } from "./host-folders";
import { lockFileName } from "./lock-file";
import { shownPath } from "./read-skills";

/**
 * The nearest folder that was pulled, where none was named: this one, that of a host below it, then the same of each
 * folder above, to the top of the repository. A person's own skills in the home folder are those of no project below
 * it. Null where nothing was; throws where several were side by side.
 */
export async function findPulledFolder(workingFolder: string): Promise<string | null> {
  for (let at = workingFolder; ; at = path.dirname(at)) {
    if (at === homedir() && at !== workingFolder) return null;
    const [found, ...others] = await pulledAt(at);
    if (found !== undefined && others.length === 0) return found;
    if (found !== undefined) {
      const all = [found, ...others].map((folder) => shownPath(workingFolder, folder));
      throw new ClientError(
        "usage",
        `Several folders were pulled here: ${all.join(", ")}. Name one of them.`,
      );
    }
    if (at === path.dirname(at) || (await isThere(path.join(at, ".git")))) return null;
  }
}

async function pulledAt(folder: string): Promise<string[]> {
  if (await hasLock(folder)) return [folder];
  const pulled: string[] = [];
  for (const below of Object.values(hostFolders)) {
    const place = path.join(folder, below);
    if (await hasLock(place)) pulled.push(place);
  }
  return pulled;
}

/** A folder, or in a worktree a file. */
const isThere = async (place: string): Promise<boolean> => (await stat(place).catch(() => null)) !== null;

const hasLock = async (folder: string): Promise<boolean> =>
  (await stat(path.join(folder, lockFileName)).catch(() => null))?.isFile() === true;
