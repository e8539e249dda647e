import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { AppError } from "@/lib/kernel/app-error";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { beingPushed, readMirrorRow, requireSource, toMirror } from "../mirror-rows";
import { type Mirror, type PushMirror, pushMirrorSchema } from "../schema";
import { carryOutPush } from "./carry-out-push";

/** Packs that people wait for at once on this server, each in memory. */
const slots = new ConcurrencySlots({ each: 1, all: 2, waiting: 4, waitMs: 60_000 });

/**
 * Pushes now, and answers how the mirror is afterwards: what failed is its `failure`. CONFLICT while somebody else
 * pushes it and where its address has ended, NOT_FOUND for one of elsewhere.
 */
export async function pushMirror(
  context: Context,
  { mirror, ...input }: { mirror: string } & PushMirror,
): Promise<Mirror> {
  requirePermission(context, "addresses.manage");
  const { losing } = pushMirrorSchema.parse(input);
  const slot = await slots.take(context.workspace.id, new AbortController().signal);
  if (!slot.ok)
    throw new AppError("UNAVAILABLE", "Other mirrors are being pushed. Try again in a minute.", {
      retryAfterSeconds: 60,
    });
  try {
    // Only now: who waited may have lost the right meanwhile, and the mirror what it is of.
    const row = await inPermittedTransaction(context, "addresses.manage", (context) =>
      readMirrorRow(context, mirror),
    );
    requireSource(row, context.now());
    if (!(await carryOutPush(context, { row, newest: null, losing }))) {
      requireSource(await readMirrorRow(context, mirror), context.now());
      throw beingPushed();
    }
  } finally {
    slot.end();
  }
  return toMirror(context, await readMirrorRow(context, mirror));
}
