import type { Context } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";

/** A draft that has become another package. */
export type DraftChange = { skillId: string; name: string; digestBefore: string; revision: number };
type DraftWatcher = (tx: Tx, context: Context, change: DraftChange) => Promise<void>;

declare global {
  var greenroomDraftWatchers: Map<string, DraftWatcher> | undefined;
}
// Pages, routes and the start of the server are separate bundles of one process: they share what is registered.
function watchers(): Map<string, DraftWatcher> {
  globalThis.greenroomDraftWatchers ??= new Map();
  return globalThis.greenroomDraftWatchers;
}

/**
 * Has `watcher` called in the transaction of every change of a draft, however it came about: what it throws undoes the
 * change. For modules that build on this one and so cannot be called by it. The same name again replaces.
 */
export function watchDrafts(name: string, watcher: DraftWatcher): void {
  watchers().set(name, watcher);
}

export async function tellDraftWatchers(tx: Tx, context: Context, change: DraftChange): Promise<void> {
  for (const watcher of watchers().values()) await watcher(tx, context, change);
}
