import "server-only";
import { findSystemContext } from "@/lib/access/system-context";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { readSkillDirectories, type SkillDirectories } from "@/lib/platform/configuration";
import { log } from "@/lib/platform/log";
import { readDiskState } from "../adapters/disk-state";
import { FolderWatch } from "../adapters/folder-watch";
import { loadDirectories } from "./load-directories";

/** After something happened: what belongs to one change comes together. */
const settleMs = 250;
/** However long something goes on happening. */
const longestSettleMs = 1_000;
/** Between two looks without a word from the system: network folders tell nothing. */
const lookMs = 30_000;
/** Until a look that came to nothing, because another server was reading, is done again. */
const againMs = 2_000;

type DirectoryWatching = {
  /** Looks now, after any look that is under way; whether the library is what the disk is. */
  look: () => Promise<boolean>;
  stop: () => void;
};

/**
 * Reads the configured folders whenever something in them is another than before: told by the system, and looked at now
 * and then. What is the same by names, sizes and times is not opened. Never throws.
 */
export function watchDirectories(
  context: DatabaseContext,
  readConfiguration: () => SkillDirectories = readSkillDirectories,
): DirectoryWatching {
  let loaded: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let firstChange: number | null = null;
  let isStopped = false;
  let turn: Promise<boolean> = Promise.resolve(true);

  const watch = new FolderWatch(() => {
    firstChange ??= performance.now();
    const waited = performance.now() - firstChange;
    after(Math.max(0, Math.min(settleMs, longestSettleMs - waited)));
  });
  const after = (ms: number) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void look(), ms);
    timer.unref();
  };
  const once = async (): Promise<boolean> => {
    firstChange = null;
    const directories = readConfiguration();
    const state = await readDiskState(directories.paths);
    if (!isStopped) watch.keep(state.folders);
    const fingerprint = JSON.stringify([state.fingerprint, directories]);
    if (directories.paths.length === 0 || fingerprint === loaded) return true;
    if (!(await load(context, directories))) return false;
    // What happened while it was read is seen by the next look, which this one is not.
    loaded = fingerprint;
    return true;
  };
  const look = (): Promise<boolean> => {
    turn = turn.then(async () => {
      const isDone = await once().catch(noteProblem);
      // What happened meanwhile has its own look soon. What cannot be looked at now is hardly another thing in two seconds.
      if (firstChange === null) after(isDone === false ? againMs : lookMs);
      return isDone === true;
    });
    return turn;
  };
  return {
    look,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      watch.close();
    },
  };
}

/** False where it has to be done again: nobody has claimed the installation yet, or another server reads. */
async function load({ db }: DatabaseContext, directories: SkillDirectories): Promise<boolean> {
  const system = await findSystemContext({ db }, directories.workspace);
  if (!system.ready) return false;
  try {
    await loadDirectories(system.context, directories, { trigger: "watch" });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "CONFLICT") return false;
    throw error;
  }
}

function noteProblem(error: unknown): null {
  log.warn({ err: error }, "the configured folders could not be looked at");
  return null;
}
