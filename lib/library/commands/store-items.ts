import "server-only";
import type { Context } from "@/lib/auth/context";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { log } from "@/lib/platform/log";
import { createBreathe } from "../breathe";
import { keepLease } from "../import-lease";
import { putItem } from "../put-item";

/** A pause between two notices: listeners need a picture, not every step. */
const noticeEveryMs = 120;

/**
 * Stores the waiting items of an import one by one, each whole in its own transaction, until none waits or somebody
 * cancels. One that fails is named with its reason and the others go on. Never throws.
 */
export async function storeItems(context: Context, importId: string): Promise<void> {
  const stopLease = keepLease(context.db, importId, context.now);
  try {
    const items = await context.db.importItem.findMany({
      where: { importId, workspaceId: context.workspace.id, state: "waiting" },
      orderBy: { position: "asc" },
      select: { id: true },
    });
    const breathe = createBreathe();
    let noticedAt = 0;
    for (const { id } of items) {
      const isTime = performance.now() - noticedAt > noticeEveryMs;
      if (isTime) noticedAt = performance.now();
      if (!(await storeItem(context, importId, id, isTime))) return;
      await breathe();
    }
    await finish(context, importId, "done", null);
  } catch (error) {
    log.error({ err: error, importId, traceId: context.traceId }, "storing an import broke off");
    const message = `It broke off; what waits can still be stored. The server's log has the reason under ${context.traceId}.`;
    await finish(context, importId, "interrupted", message).catch(() => {});
  } finally {
    stopLease();
  }
}

/** False when the import is no longer being stored. */
async function storeItem(
  context: Context,
  importId: string,
  itemId: string,
  isTime: boolean,
): Promise<boolean> {
  try {
    return await inTransaction(context.db, async (tx) => {
      if (!(await isStoring(tx, importId))) return false;
      await putItem(tx, context, { importId, itemId });
      if (isTime) await notify(tx, { topic: "import", importId });
      return true;
    });
  } catch (error) {
    const message = reasonOf(error, context.traceId);
    if (message === null) throw error;
    if (!(error instanceof AppError)) log.warn({ err: error, itemId }, "a package was not stored");
    await context.db.importItem.updateMany({
      where: { id: itemId, importId, workspaceId: context.workspace.id, state: "waiting" },
      data: { state: "failed", message },
    });
    return true;
  }
}

/** Null when the database itself is the trouble: then no further item would fare better. */
function reasonOf(error: unknown, traceId: string): string | null {
  if (error instanceof AppError) return error.message;
  if (isUniqueViolation(error)) return "Somebody took this name while it was being stored.";
  const isDatabaseGone =
    error instanceof Error && /connect|terminat|ECONN|P1001|P1017|P2024/i.test(error.message);
  return isDatabaseGone ? null : `It could not be stored. The server's log has the reason under ${traceId}.`;
}

async function isStoring(tx: Tx, importId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ state: string }[]>`
    SELECT state::text FROM "Import" WHERE id = ${importId}::uuid FOR SHARE`;
  return row?.state === "storing";
}

async function finish(
  context: Context,
  id: string,
  state: "done" | "interrupted",
  error: string | null,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await tx.import.updateMany({
      where: { id, workspaceId: context.workspace.id, state: "storing" },
      data: { state, error, leaseUntil: null, ...(state === "done" ? { finishedAt: context.now() } : {}) },
    });
    await notify(tx, { topic: "import", importId: id });
  });
}
