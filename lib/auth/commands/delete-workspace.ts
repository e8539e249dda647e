import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inBatches } from "@/lib/db/in-batches";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { type DeleteWorkspace, deleteWorkspaceSchema } from "../member-schema";
import { requireTypedName } from "../require-typed-name";

const longestMs = 120_000;

/**
 * Deletes the workspace with everything in it, for good. Its audit trail stays in the database. Members keep their
 * account and their other workspaces; keys, links and streams of this one end. UNPROCESSABLE unless its name is typed.
 */
export async function deleteWorkspace(context: Context, input: DeleteWorkspace): Promise<void> {
  requirePermission(context, "workspace.delete");
  const { confirmName } = deleteWorkspaceSchema.parse(input);
  requireTypedName(context, confirmName, "delete it");
  const { id: workspaceId, name, slug } = context.workspace;
  await removeTrials(context);
  await inMembershipTransaction(
    context,
    "workspace.delete",
    async (context) => {
      const [members, skills, agents] = [
        await context.db.member.count({ where: { workspaceId } }),
        await context.db.skill.count({ where: { workspaceId } }),
        await context.db.agent.count({ where: { workspaceId } }),
      ];
      await appendAudit(context, {
        action: "workspace.deleted",
        object: { type: "workspace", id: workspaceId, name },
        detail: { slug, members, skills, agents },
      });
      await stopRuns(context);
      // Agents and skills are held by what refers to them, so that goes first.
      await context.db.conversation.deleteMany({ where: { workspaceId } });
      await context.db.comparison.deleteMany({ where: { workspaceId } });
      await context.db.agent.deleteMany({ where: { workspaceId } });
      await context.db.apiKey.deleteMany({ where: { workspaceId } });
      await context.db.searchTerms.deleteMany({ where: { workspaceId } });
      await context.db.workspace.delete({ where: { id: workspaceId } });
      await notify(context, { topic: "members", workspaceId });
    },
    { timeoutMs: longestMs },
  );
}

/** Of runs of suites there may be millions of sessions: they go first, some at a time, and their runs with them. */
async function removeTrials(context: Context): Promise<void> {
  const workspaceId = context.workspace.id;
  await inMembershipTransaction(context, "workspace.delete", async ({ db, now }) => {
    await db.$executeRaw`
      UPDATE "SuiteRun" SET "removedAt" = ${now()}, "requestKey" = NULL,
        state = CASE WHEN state IN ('queued', 'running') THEN 'stopped' ELSE state END,
        "endedAt" = coalesce("endedAt", ${now()})
      WHERE "workspaceId" = ${workspaceId}::uuid AND "removedAt" IS NULL`;
  });
  await inBatches(
    (most) => context.db.$executeRaw`
      DELETE FROM "Trial" WHERE id IN (
        SELECT trial.id FROM "SuiteRun" run JOIN "Trial" trial ON trial."suiteRunId" = run.id
        WHERE run."workspaceId" = ${workspaceId}::uuid LIMIT ${most}::int)`,
  );
  await inBatches(
    (most) => context.db.$executeRaw`
      DELETE FROM "KeptAnswer" WHERE ("workspaceId", key) IN (
        SELECT "workspaceId", key FROM "KeptAnswer" WHERE "workspaceId" = ${workspaceId}::uuid LIMIT ${most}::int)`,
  );
}

async function stopRuns(context: WorkspaceContext): Promise<void> {
  const workspaceId = context.workspace.id;
  const runs = await context.db.run.findMany({
    where: { workspaceId, state: "running" },
    select: { id: true },
  });
  for (const { id: runId } of runs) await notify(context, { topic: "stop-run", runId });
}
