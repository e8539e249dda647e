import "server-only";
import type { Context } from "@/lib/access/context";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { withoutSignIn } from "@/lib/access/without-sign-in";
import { notify } from "@/lib/db/bus";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { isNameInSight } from "@/lib/library/access/require-sight";
import { nameTaken, nameTakenRule } from "@/lib/library/name-taken";
import { log } from "@/lib/platform/log";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { readStagedItems, type StagedItem } from "../staged-items";
import { tellImportFinished } from "../tell-import-finished";
import { putItem } from "../writes/store-item";
import { keepLease } from "./keep-lease";

/** A pause between two notices: listeners need a picture, not every step. */
const noticeEveryMs = 120;
const readAtOnce = 40;

/**
 * Stores the waiting items of an import one by one, each whole in its own transaction, until none waits or somebody
 * cancels. One that fails is named with its reason and the others go on. `source`: where they come from, as it was when
 * they were read. Never throws.
 */
export async function storeItems(
  context: Context,
  importId: string,
  source?: StagedItem["source"],
): Promise<void> {
  const stopLease = keepLease(context, importId, context.now);
  try {
    const items = await context.db.importItem.findMany({
      where: { importId, workspaceId: context.workspace.id, state: "waiting" },
      orderBy: { position: "asc" },
      select: { id: true },
    });
    const breathe = createBreathe();
    const tell = createTeller(context, importId);
    for (let at = 0; at < items.length; at += readAtOnce) {
      const ids = items.slice(at, at + readAtOnce).map(({ id }) => id);
      const read = await readStagedItems(context, ids);
      const staged = new Map(read.map((item) => [item.id, source ? { ...item, source } : item]));
      for (const id of ids) {
        if (!(await storeItem(context, importId, { id, staged: staged.get(id) }))) return;
        await tell();
        await breathe();
      }
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

function createTeller(context: Context, importId: string): () => Promise<void> {
  let toldAt = 0;
  return async () => {
    if (performance.now() - toldAt < noticeEveryMs) return;
    toldAt = performance.now();
    await notify(context, { topic: "import", importId });
  };
}

type Place = { id: string; staged: StagedItem | undefined };

/** False when the import is no longer being stored. */
async function storeItem(context: Context, importId: string, { id, staged }: Place): Promise<boolean> {
  try {
    if (!staged) throw new AppError("GONE", "Its staged files have expired. Upload it again.");
    return await inPermittedTransaction(withoutSignIn(context), "library.edit", (context) =>
      requireOpen(context, staged).then(() => putItem(context, staged)),
    );
  } catch (error) {
    const reason = reasonOf(error, context.traceId);
    if (reason === null) throw error;
    if (!(error instanceof AppError)) log.warn({ err: error, itemId: id }, "a package was not stored");
    await context.db.importItem.updateMany({
      where: { id, importId, workspaceId: context.workspace.id, state: "waiting" },
      data: { state: "failed", ...reason },
    });
    return true;
  }
}

/** What is not open to whoever imports is nothing that they write into: its name is taken, as for a new skill. */
async function requireOpen(context: Context, { choice, name, replaces }: StagedItem): Promise<void> {
  if (choice !== "update" || replaces) return;
  if (!(await isNameInSight(context, name))) throw nameTaken(name, name);
}

/** Null when the database itself is the trouble: then no further item would fare better. */
function reasonOf(error: unknown, traceId: string): { message: string; rule: string | null } | null {
  if (error instanceof AppError)
    return { message: error.message, rule: error.details?.reason === nameTakenRule ? nameTakenRule : null };
  if (isUniqueViolation(error))
    return { message: "Somebody took this name while it was being stored.", rule: nameTakenRule };
  const isDatabaseGone =
    error instanceof Error && /connect|terminat|ECONN|P1001|P1017|P2024/i.test(error.message);
  if (isDatabaseGone) return null;
  return { message: `It could not be stored. The server's log has the reason under ${traceId}.`, rule: null };
}

async function finish(
  context: Context,
  id: string,
  state: "done" | "interrupted",
  error: string | null,
): Promise<void> {
  await inTransaction(context, async (context) => {
    const { count } = await context.db.import.updateMany({
      where: { id, workspaceId: context.workspace.id, state: "storing" },
      data: { state, error, leaseUntil: null, ...(state === "done" ? { finishedAt: context.now() } : {}) },
    });
    if (count === 1) await tellImportFinished(context, { id, outcome: state });
    await notify(context, { topic: "import", importId: id });
    await notify(context, { topic: "library", workspaceId: context.workspace.id });
  });
}
