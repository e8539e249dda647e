import "server-only";
import type { Context } from "@/lib/access/context";
import { subscribe } from "@/lib/db/bus";
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
  const bell = createBell(signal);
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
      await bell.rung(longestMs);
      current = await getImportProgress(context, first.id);
    }
  } finally {
    unsubscribe();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Remembers a ring that nobody was waiting for. */
function createBell(signal: AbortSignal) {
  let ringing = false;
  let wake = () => {};
  const ring = () => {
    ringing = true;
    wake();
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    ring,
    rung: async (timeoutMs: number): Promise<void> => {
      if (!ringing && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      ringing = false;
    },
  };
}
