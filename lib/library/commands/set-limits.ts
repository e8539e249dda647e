import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { type LimitValues, mostAllowed, settableLimits } from "@/lib/runtime/limit-bounds";
import { whyLimitsDeclared } from "../limits/limit-options";
import { type SetLimits, setLimitsSchema, type WorkspaceLimits } from "../limits/limit-schema";
import { operatorLimits } from "../limits/operator-limits";
import { describeLimits, readLimitState } from "../limits/read-limits";

/**
 * Says what conversations of this workspace may read and list, from the next run on. UNPROCESSABLE for more than the
 * operator allows, FORBIDDEN where a configuration file keeps them. Two people who change different limits at once both have theirs.
 */
export async function setLimits(context: Context, input: SetLimits): Promise<WorkspaceLimits> {
  requirePermission(context, "workspace.edit");
  const asked = setLimitsSchema.parse(input);
  requireAllowed(asked);
  const { id, name } = context.workspace;
  return inPermittedTransaction(context, "workspace.edit", async (context) => {
    await context.db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const { own: before, declaredIn } = await readLimitState(context);
    requireUndeclared({ name: "The limits", declaredIn }, whyLimitsDeclared);
    const after = changed(before, asked);
    if (JSON.stringify(before) === JSON.stringify(after)) return describeLimits({ own: before, declaredIn });
    await context.db.workspace.update({ where: { id }, data: { limits: after } });
    await appendAudit(context, {
      action: "limits.changed",
      object: { type: "workspace", id, name },
      detail: { from: before, to: after },
    });
    return describeLimits({ own: after, declaredIn });
  });
}

function requireAllowed(asked: SetLimits): void {
  const operator = operatorLimits();
  for (const limit of settableLimits) {
    const most = mostAllowed(limit, operator);
    if ((asked[limit] ?? 0) > most)
      throw new AppError("UNPROCESSABLE", `The operator allows at most ${most} for ${limit}.`);
  }
}

function changed(before: LimitValues, asked: SetLimits): LimitValues {
  const after: LimitValues = {};
  for (const limit of settableLimits) {
    const value = asked[limit] === undefined ? before[limit] : asked[limit];
    if (value !== null && value !== undefined) after[limit] = value;
  }
  return after;
}
