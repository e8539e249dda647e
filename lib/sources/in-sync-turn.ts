import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";

/** Few at a time, as each has a pack and all that is in it in memory; but never all of one workspace's. */
const turns = { each: 1, all: 2, waiting: 8, waitMs: 60_000 };

declare global {
  /** Routes and the start of the server, which has the schedules, are separate bundles of one process. */
  var greenroomSyncSlots: ConcurrencySlots | undefined;
}

/** Waits for its turn among all that reads repositories and archives on this server. UNAVAILABLE where that takes too long. */
export async function inSyncTurn<T>({ workspace }: WorkspaceContext, work: () => Promise<T>): Promise<T> {
  globalThis.greenroomSyncSlots ??= new ConcurrencySlots(turns);
  const slot = await globalThis.greenroomSyncSlots.take(workspace.id, new AbortController().signal);
  if (!slot.ok)
    throw new AppError("UNAVAILABLE", "Other sources are being synced. Try again in a minute.", {
      retryAfterSeconds: 60,
    });
  try {
    return await work();
  } finally {
    slot.end();
  }
}
