import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isForeignKeyViolation } from "@/lib/db/database-errors";
import { inBatches } from "@/lib/db/in-batches";
import { AppError } from "@/lib/kernel/app-error";
import { noSuchSkill } from "../drafts/read-draft";
import { type DeleteSkill, deleteSkillSchema } from "../skill-schema";

/**
 * Deletes a skill with its draft and versions. CONFLICT, naming them, while agents have it: taking it from them is
 * a decision of its own.
 */
export async function deleteSkill(context: Context, input: { skill: string } & DeleteSkill): Promise<void> {
  requirePermission(context, "library.delete");
  const { confirmName } = deleteSkillSchema.parse(input);
  if (confirmName !== input.skill) {
    throw new AppError("UNPROCESSABLE", `Type the skill's name, ${input.skill}, to delete it.`);
  }
  await removeRuns(context, input.skill);
  try {
    await inPermittedTransaction(context, "library.delete", (context) => deleteInScope(context, input.skill));
  } catch (error) {
    // An assignment made between the look and the deletion: the foreign key refuses, and now it can be named.
    if (!isForeignKeyViolation(error)) throw error;
    await inPermittedTransaction(context, "library.delete", (context) => deleteInScope(context, input.skill));
  }
}

/**
 * Runs of its suite may have a hundred thousand sessions, more than one statement has time for: of a skill that can be
 * deleted they go first, some at a time.
 */
async function removeRuns(context: Context, name: string): Promise<void> {
  const skillId = await inPermittedTransaction(context, "library.delete", async (context) => {
    const { id } = await findDeletable(context, name);
    await context.db.$executeRaw`
      UPDATE "SuiteRun" SET "removedAt" = ${context.now()}, "requestKey" = NULL,
        state = CASE WHEN state IN ('queued', 'running') THEN 'stopped' ELSE state END,
        "endedAt" = coalesce("endedAt", ${context.now()})
      WHERE "skillId" = ${id}::uuid AND "removedAt" IS NULL`;
    return id;
  });
  await inBatches(
    (most) => context.db.$executeRaw`
      DELETE FROM "Trial" WHERE id IN (
        SELECT trial.id FROM "SuiteRun" run JOIN "Trial" trial ON trial."suiteRunId" = run.id
        WHERE run."skillId" = ${skillId}::uuid AND run."removedAt" IS NOT NULL LIMIT ${most}::int)`,
  );
}

type Deletable = { id: string; draft: { digest: string } | null };

async function findDeletable(context: Context, name: string): Promise<Deletable> {
  const workspaceId = context.workspace.id;
  const skill = await context.db.skill.findUnique({
    where: { workspaceId_name: { workspaceId, name } },
    select: { id: true, draft: { select: { digest: true } } },
  });
  if (!skill) throw noSuchSkill(name);
  const assignments = await context.db.assignment.findMany({
    where: { skillId: skill.id, workspaceId },
    select: { agent: { select: { slug: true, name: true } } },
    orderBy: { agent: { name: "asc" } },
  });
  if (assignments.length > 0) {
    const agents = assignments.map(({ agent }) => agent);
    const names = agents.map((agent) => agent.name).join(", ");
    throw new AppError("CONFLICT", `${name} is assigned to ${names}. Take it from them first.`, {
      details: { reason: "assigned", agents },
    });
  }
  return skill;
}

async function deleteInScope(context: Context, name: string): Promise<void> {
  const workspaceId = context.workspace.id;
  const skill = await findDeletable(context, name);
  await context.db.skill.deleteMany({ where: { id: skill.id, workspaceId } });
  await appendAudit(context, {
    action: "skill.deleted",
    object: { type: "skill", id: skill.id, name },
    digestBefore: skill.draft?.digest ?? null,
  });
  await notify(context, { topic: "library", workspaceId });
}
