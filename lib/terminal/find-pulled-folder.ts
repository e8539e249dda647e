import { stat } from "node:fs/promises";
import path from "node:path";
import { ClientError } from "./client-error";
import { hostFolders } from "./host-folders";
import { lockFileName } from "./lock-file";
import { shownPath } from "./read-skills";

/**
 * The nearest folder that was pulled, where none was named: this one, that of a host below it, then the same of each
 * folder above. Null where nothing was; throws where several were side by side.
 */
export async function findPulledFolder(workingFolder: string): Promise<string | null> {
  for (let at = workingFolder; ; at = path.dirname(at)) {
    const [found, ...others] = await pulledAt(at);
    if (found !== undefined && others.length === 0) return found;
    if (found !== undefined) {
      const all = [found, ...others].map((folder) => shownPath(workingFolder, folder));
      throw new ClientError(
        "usage",
        `Several folders were pulled here: ${all.join(", ")}. Name one of them.`,
      );
    }
    if (at === path.dirname(at)) return null;
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

const hasLock = async (folder: string): Promise<boolean> =>
  (await stat(path.join(folder, lockFileName)).catch(() => null))?.isFile() === true;
