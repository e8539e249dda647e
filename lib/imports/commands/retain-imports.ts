import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { hourMs } from "@/lib/kernel/durations";
import { retention } from "@/lib/kernel/retention";
import { deleteUnusedBlobs } from "@/lib/library/writes/store-blobs";
import { log } from "@/lib/platform/log";
import { movingStates } from "../import-options";
import { removeAbandonedUploads } from "../receive-upload";
import { markInterrupted } from "./keep-lease";

/**
 * Removes what nobody needs any more, in every workspace: staged files past their time, old reports, blobs that no
 * manifest names. Safe while others write and on several servers at once. Answers how many blobs went.
 */
export async function retainImports(context: DatabaseContext, now: Date): Promise<number> {
  const stagedBefore = new Date(now.getTime() - retention.stagedImportMs);
  await markInterrupted(context, {}, now);
  await context.db.import.updateMany({
    where: { createdAt: { lt: stagedBefore }, state: { in: ["ready", "interrupted"] } },
    data: { state: "cancelled", finishedAt: now, error: "Nobody stored it in time. Upload it again." },
  });
  await context.db.importItem.updateMany({
    where: {
      state: { in: ["found", "waiting"] },
      import: { createdAt: { lt: stagedBefore }, state: "cancelled" },
    },
    data: { state: "skipped", message: "Nobody stored it in time." },
  });
  await context.db.importFile.deleteMany({
    where: {
      item: { import: { createdAt: { lt: stagedBefore }, state: { notIn: [...movingStates] } } },
    },
  });
  await context.db.import.deleteMany({
    where: {
      createdAt: { lt: new Date(now.getTime() - retention.importReportMs) },
      state: { notIn: [...movingStates] },
    },
  });
  await removeAbandonedUploads(now);
  let deleted = 0;
  for (;;) {
    const count = await inTransaction(context, (context) => deleteUnusedBlobs(context, now), {
      timeoutMs: 60_000,
    });
    deleted += count;
    if (count === 0) return deleted;
  }
}

const everyMs = hourMs;
let cleanedAt = 0;

/** Cleans up, detached, when this process has not done so for an hour. */
export function retainImportsNowAndThen(context: DatabaseContext, now: Date): void {
  if (now.getTime() - cleanedAt < everyMs) return;
  cleanedAt = now.getTime();
  retainImports(context, now).catch((error: unknown) =>
    log.warn({ err: error }, "cleaning up imports failed"),
  );
}
