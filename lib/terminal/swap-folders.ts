import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { foldPath } from "@/lib/skills/package-path";
import { machineError } from "./client-error";
import {
  folderNameSchema,
  hasEachFolderOnce,
  type Lock,
  lockedSkillSchema,
  lockFileName,
  lockSchema,
  workFolder,
} from "./lock-file";
import { compareTree, findTree } from "./read-tree";
import { renameFolder } from "./rename-folder";

/** Where a pull makes new folders ready, and keeps the old ones until the lock file is written. */
export function stagingOf(folder: string) {
  const work = path.join(folder, workFolder);
  const below = (name: string) => path.join(work, name);
  return { work, fresh: below("new"), old: below("old"), plan: below("plan.json") };
}

const planSchema = z.object({
  source: lockSchema.shape.source,
  put: z.array(lockedSkillSchema).refine(hasEachFolderOnce),
  removed: z.array(folderNameSchema),
});
/** The skills whose new folders are ready, and the folders that go. */
export type SwapPlan = z.infer<typeof planSchema>;

const isThere = (place: string): boolean => lstatSync(place, { throwIfNoEntry: false }) !== undefined;

/**
 * Puts each new folder in the place of the old one by renaming, with nothing in between that waits. What is about to
 * happen is written down first, so that the next pull puts right what a killed one left.
 */
export function swapFolders(folder: string, plan: SwapPlan, move = renameFolder): void {
  const { fresh, old, plan: planFile } = stagingOf(folder);
  try {
    mkdirSync(old, { recursive: true });
    writeFileSync(planFile, JSON.stringify(plan));
    for (const { name } of plan.put) {
      const [place, before] = [path.join(folder, name), path.join(old, name)];
      if (isThere(place)) move(place, before);
      try {
        if (isThere(path.join(fresh, name))) move(path.join(fresh, name), place);
      } catch (error) {
        // The host goes on reading here: an old skill is better than none.
        if (isThere(before)) move(before, place);
        throw error;
      }
    }
    for (const name of plan.removed)
      if (isThere(path.join(folder, name))) move(path.join(folder, name), path.join(old, name));
  } catch (error) {
    throw machineError(`${folder} cannot be written to`, error);
  }
}

/** Brings back the old folders of some skills, in whose place new ones or none were put. */
export function swapBack(folder: string, names: readonly string[], move = renameFolder): void {
  const { fresh, old } = stagingOf(folder);
  try {
    for (const name of names) {
      const place = path.join(folder, name);
      if (isThere(place)) move(place, path.join(fresh, name));
      move(path.join(old, name), place);
    }
  } catch (error) {
    throw machineError(`${folder} cannot be written to`, error);
  }
}

/** Puts the lock file in place, whole or not at all, then lets the old folders go. */
export async function finishSwap(folder: string, lock: Lock): Promise<void> {
  const place = path.join(folder, lockFileName);
  const next = `${place}.next`;
  try {
    // What lies there is a killed pull's, or a link of somebody's: neither is written through.
    await rm(next, { force: true });
    await writeFile(next, `${JSON.stringify(lock, null, 2)}\n`, { flag: "wx" });
    await rename(next, place);
    await rm(stagingOf(folder).work, { recursive: true, force: true });
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw machineError(`${place} cannot be written`, error);
  }
}

/**
 * What a killed pull left: an old folder without its new one goes back into its place, and a new one that is there
 * byte for byte is taken for pulled. Answers the lock as it should have been, and writes it: what comes next may fail,
 * and nobody could tell afterwards who put these folders there.
 */
export async function recoverSwap(
  folder: string,
  lock: Lock | null,
  hasModes: boolean,
): Promise<Lock | null> {
  const { work, old, plan: planFile } = stagingOf(folder);
  if (!isThere(work)) return lock;
  const plan = readPlan(planFile);
  const put: SwapPlan["put"] = [];
  try {
    for (const skill of plan?.put ?? []) {
      const place = path.join(folder, skill.name);
      if (!isThere(place) && isThere(path.join(old, skill.name)))
        renameFolder(path.join(old, skill.name), place);
      const tree = await findTree(place);
      if (tree && compareTree(tree, skill.files, hasModes) === null) put.push(skill);
    }
    if (put.length === 0) await rm(work, { recursive: true, force: true });
  } catch (error) {
    throw machineError(`What an interrupted pull left in ${work} cannot be put right`, error);
  }
  if (plan === null || put.length === 0) return lock;
  const names = new Set(put.map(({ name }) => foldPath(name)));
  const others = lock?.skills.filter(({ name }) => !names.has(foldPath(name))) ?? [];
  const source = lock?.source ?? plan.source;
  const recovered: Lock = { format: 1, source, digest: null, etag: null, skills: [...others, ...put] };
  // Written now, so that it is known also after another pull that is killed.
  await finishSwap(folder, recovered);
  return recovered;
}

function readPlan(place: string): SwapPlan | null {
  try {
    return planSchema.parse(JSON.parse(readFileSync(place, "utf8")));
  } catch {
    // Killed before anything was swapped.
    return null;
  }
}
