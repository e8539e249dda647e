import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { lockMembership } from "../internal/lock-membership";
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
  await inTransaction(
    context.db,
    async (tx) => {
      await lockMembership(tx, context, "workspace.delete");
      const [members, skills, agents] = [
        await tx.member.count({ where: { workspaceId } }),
        await tx.skill.count({ where: { workspaceId } }),
        await tx.agent.count({ where: { workspaceId } }),
      ];
      await appendAudit(tx, context, {
        action: "workspace.deleted",
        object: { type: "workspace", id: workspaceId, name },
        detail: { slug, members, skills, agents },
      });
      await stopRuns(tx, workspaceId);
      // Agents and skills are held by what refers to them, so that goes first.
      await tx.conversation.deleteMany({ where: { workspaceId } });
      await tx.comparison.deleteMany({ where: { workspaceId } });
      await tx.agent.deleteMany({ where: { workspaceId } });
      await tx.apiKey.deleteMany({ where: { workspaceId } });
      await tx.searchTerms.deleteMany({ where: { workspaceId } });
      await tx.workspace.delete({ where: { id: workspaceId } });
      await notify(tx, { topic: "members", workspaceId });
    },
    { timeoutMs: longestMs },
  );
}

async function stopRuns(tx: Tx, workspaceId: string): Promise<void> {
  const runs = await tx.run.findMany({ where: { workspaceId, state: "running" }, select: { id: true } });
  for (const { id: runId } of runs) await notify(tx, { topic: "stop-run", runId });
}
