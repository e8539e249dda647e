import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { readSkillDirectories, type SkillDirectories } from "@/lib/platform/configuration";
import { type DirectoryWatching, noteProblem, watchFolders } from "./watch-folders";

/** Between two looks without a word from the system: network folders tell nothing. */
const lookMs = 30_000;

/**
 * Watches the configured folders, those of each workspace by themselves: what keeps one waiting holds up no other. Looks at
 * all of them now and then, and at what is configured by then. Never throws.
 */
export function watchDirectories(
  context: DatabaseContext,
  readConfiguration: () => readonly SkillDirectories[] = readSkillDirectories,
): DirectoryWatching {
  const watched = new Map<string | null, DirectoryWatching>();
  const takeTurn = oneAtATime();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const find = (workspace: string | null) =>
    readConfiguration().find((one) => one.workspace === workspace) ?? null;
  const follow = (): DirectoryWatching[] => {
    const named = new Set(readConfiguration().map(({ workspace }) => workspace));
    for (const [workspace, { stop }] of watched) {
      if (named.has(workspace)) continue;
      stop();
      watched.delete(workspace);
    }
    for (const workspace of named)
      if (!watched.has(workspace))
        watched.set(workspace, watchFolders(context, { read: () => find(workspace), takeTurn }));
    return [...watched.values()];
  };
  const lookAtAll = async (): Promise<boolean> => {
    const done = await Promise.all(follow().map(({ look }) => look()));
    return done.every(Boolean);
  };
  const look = async (): Promise<boolean> => {
    if (isStopped) return true;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), lookMs);
    timer.unref();
    return (await lookAtAll().catch(noteProblem)) === true;
  };
  return {
    look,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      for (const one of watched.values()) one.stop();
    },
  };
}

/** Each after the one before, whatever became of that. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
