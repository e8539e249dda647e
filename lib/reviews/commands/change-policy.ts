import "server-only";
import type { Context } from "@/lib/access/context";
import { holdAdmission } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { leastRecall } from "@/lib/suites/least-recall";
import { getPolicy } from "../get-policy";
import { readPolicyState } from "../internal/read-policy";
import { type ProofPolicy, policyName } from "../policy-options";
import { type ChangePolicy, changePolicySchema, type PolicyState, policySchema } from "../review-schema";

/** Changes what is given; it counts from now on, for open reviews too. The audit keeps both states of each field. */
export async function changePolicy(context: Context, input: ChangePolicy): Promise<PolicyState> {
  requirePermission(context, "policy.edit");
  const change = changePolicySchema.parse(input);
  const workspaceId = context.workspace.id;
  await inTransaction(context, async (context) => {
    // Two changes at once: one after the other, each on what the other left.
    await context.db.$executeRaw`SELECT 1 FROM "Workspace" WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    await writePolicy(await holdAdmission(context, "policy.edit"), change);
  });
  return getPolicy(context);
}

async function writePolicy(context: Context, change: ChangePolicy): Promise<void> {
  const workspaceId = context.workspace.id;
  const state = await readPolicyState(context);
  requireUndeclared({ name: policyName, declaredIn: state.declaredIn });
  const before = policySchema.parse(state);
  const after = policySchema.parse({ ...before, ...withoutUndefined(change) });
  const fields = policySchema.keyof().options.filter((key) => !isSame(before[key], after[key]));
  if (fields.length === 0) return;
  if (fields.includes("proof")) {
    requireFloor(after.proof);
    await requireModel(context, after.proof.model);
  }
  const data = { ...after, updatedById: context.actor.userId, updatedAt: context.now() };
  await context.db.reviewPolicy.upsert({
    where: { workspaceId },
    create: { ...data, workspaceId },
    update: data,
  });
  await appendAudit(context, {
    action: "policy.changed",
    object: { type: "workspace", id: workspaceId, name: context.workspace.name },
    detail: {
      before: Object.fromEntries(fields.map((key) => [key, before[key]])),
      after: Object.fromEntries(fields.map((key) => [key, after[key]])),
    },
  });
  await notify(context, { topic: "reviews", workspaceId });
}

/** UNPROCESSABLE for a policy that a skill passes which is hardly ever found. */
function requireFloor({ triggers }: ProofPolicy): void {
  if (triggers === null || (triggers.recall ?? 0) >= leastRecall) return;
  throw new AppError(
    "UNPROCESSABLE",
    `Say from which recall the trigger suite passes, ${leastRecall} at least: without it a skill passes that is hardly ever found.`,
  );
}

/** UNPROCESSABLE for a model that is not a connection of this workspace: nothing could ever pass. */
async function requireModel({ db, workspace }: Context, id: string | null): Promise<void> {
  if (id === null) return;
  const known = await db.modelConnection.findFirst({
    where: { id, workspaceId: workspace.id, archivedAt: null },
    select: { id: true },
  });
  if (!known) throw new AppError("UNPROCESSABLE", "This model is not connected here. Choose another one.");
}

const isSame = (before: unknown, after: unknown) => JSON.stringify(before) === JSON.stringify(after);

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;
