import "server-only";
import type { Context } from "@/lib/access/context";
import { subscribe } from "@/lib/db/bus";
import { Bell } from "@/lib/kernel/bell";
import { getImportProgress } from "./get-import";
import { isMoving } from "./import-options";
import type { ImportProgress } from "./import-schema";

/** Between two messages at least this long; without news one looks this often, because notifications can be lost. */
const shortestMs = 120;
const longestMs = 2_000;

/**
 * The state of an import whenever it changes, until nothing moves any more or the listener leaves. NOT_FOUND, before
 * anything is sent, for an import of elsewhere.
 */
export async function followImport(
  context: Context,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<AsyncIterable<ImportProgress>> {
  const first = await getImportProgress(context, id);
  return changes(context, first, signal);
}

async function* changes(
  context: Context,
  first: ImportProgress,
  signal: AbortSignal,
): AsyncGenerator<ImportProgress> {
  const bell = new Bell();
  signal.addEventListener("abort", bell.ring, { once: true });
  const unsubscribe = subscribe("import", ({ importId }) => importId === first.id && bell.ring(), bell.ring);
  let current = first;
  let sent = "";
  try {
    for (;;) {
      const text = JSON.stringify(current);
      if (text !== sent) yield current;
      sent = text;
      if (signal.aborted || !isMoving(current)) return;
      await pause(shortestMs);
      await bell.wait(longestMs);
      current = await getImportProgress(context, first.id);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", bell.ring);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
