import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { keepRenewing } from "@/lib/platform/keep-renewing";
import { movingStates } from "../import-options";

/** Whoever works on an import renews its lease; past it, any server may say that the work was interrupted. */
export const leaseMs = 30_000;
const renewEveryMs = 8_000;

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs);

/** Renews until the answer is called. */
export function keepLease({ db }: DatabaseContext, importId: string, now: () => Date): () => void {
  const renew = () =>
    db.import.updateMany({
      where: { id: importId, state: { in: [...movingStates] } },
      data: { leaseUntil: leaseFrom(now()) },
    });
  const about = { importId };
  return keepRenewing({ everyMs: renewEveryMs, renew, about, failed: "could not renew an import's lease" });
}

export const interruptedReading =
  "The server stopped while it was reading the upload. Nothing was stored; upload it again.";
export const interruptedStoring =
  "The server stopped while it was storing. Every skill is either stored whole or still waiting: go on to store the rest.";

/** Says so of imports whose server is gone: their lease ran out. One, all of a workspace, or all. */
export async function markInterrupted(
  { db }: DatabaseContext,
  where: { workspaceId?: string; id?: string },
  now: Date,
): Promise<void> {
  for (const [state, error] of [
    ["reading", interruptedReading],
    ["storing", interruptedStoring],
  ] as const) {
    await db.import.updateMany({
      where: { ...where, state, leaseUntil: { lt: now } },
      data: { state: "interrupted", error, leaseUntil: null },
    });
  }
}
