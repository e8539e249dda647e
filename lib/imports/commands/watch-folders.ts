import "server-only";
import { findSystemContext } from "@/lib/access/system-context";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import type { SkillDirectories } from "@/lib/platform/configuration";
import { log } from "@/lib/platform/log";
import { readDiskState } from "../adapters/disk-state";
import { FolderWatch } from "../adapters/folder-watch";
import { loadDirectories } from "./load-directories";

/** After something happened: what belongs to one change comes together. */
const settleMs = 250;
/** However long something goes on happening. */
const longestSettleMs = 1_000;
/** Until a look that came to nothing, because another server was reading, is done again. */
const againMs = 2_000;

export type DirectoryWatching = {
  /** Looks now, after any look that is under way; whether the library is what the disk is. */
  look: () => Promise<boolean>;
  stop: () => void;
};

type FoldersToWatch = {
  /** What the configuration says of the workspace at this moment; null when it names it no more. */
  read: () => SkillDirectories | null;
  /** One reading of this server at a time: each holds a connection for as long as it takes. */
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Reads the folders of one workspace whenever something in them is another than before, as the system tells. What is the
 * same by names, sizes and times is not opened. Never throws.
 */
export function watchFolders({ db }: DatabaseContext, { read, takeTurn }: FoldersToWatch): DirectoryWatching {
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
    const directories = read();
    if (!directories || isStopped) return true;
    // Nobody has claimed the installation yet, or made the workspace.
    const system = await findSystemContext({ db }, directories.workspace);
    if (!system.ready) return false;
    const state = await readDiskState(directories.folders.map(({ path }) => path));
    if (!isStopped) watch.keep(state.folders);
    const fingerprint = JSON.stringify([state.fingerprint, directories, system.context.workspace.id]);
    if (fingerprint === loaded) return true;
    const load = () => loadDirectories(system.context, directories, { trigger: "watch" });
    if (!(await takeTurn(() => load().then(() => true, isTaken)))) return false;
    // What happened while it was read is seen by the next look, which this one is not.
    loaded = fingerprint;
    return true;
  };
  const look = (): Promise<boolean> => {
    turn = turn.then(async () => {
      const isDone = await once().catch(noteProblem);
      // What happened meanwhile has its own look soon. What cannot be looked at now is hardly another thing in two seconds.
      if (firstChange === null && isDone === false) after(againMs);
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

/** False while another server reads. */
function isTaken(error: unknown): false {
  if (error instanceof AppError && error.code === "CONFLICT") return false;
  throw error;
}

export function noteProblem(error: unknown): null {
  log.warn({ err: error }, "the configured folders could not be looked at");
  return null;
}
