import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { isAliveSql } from "@/lib/sessions/run-lease";
import { readAgentRow } from "../internal/agent-rows";
import { type DeleteAgent, type DeletedAgent, deleteAgentSchema } from "../schema";

/**
 * Removes an agent with its history and every conversation held with it, and says how many those were.
 * UNPROCESSABLE when the name typed is another one; CONFLICT while one of its conversations is running.
 */
export async function deleteAgent(
  context: Context,
  input: { agent: string } & DeleteAgent,
): Promise<DeletedAgent> {
  requirePermission(context, "agents.edit");
  const { confirmName } = deleteAgentSchema.parse(input);
  return inPermittedTransaction(context, "agents.edit", async (context) => {
    const agent = await readAgentRow(context, input.agent);
    requireUndeclared(agent);
    if (confirmName.trim() !== agent.name) {
      throw new AppError("UNPROCESSABLE", `Type the agent's name, ${agent.name}, to delete it.`);
    }
    const scope = { agentId: agent.id, workspaceId: context.workspace.id };
    // Runs before their conversations, the order in which events take their locks: no deadlock with a live run.
    const runs = await context.db.$queryRaw<{ live: boolean }[]>`
      SELECT ${isAliveSql} AS live
      FROM "Run" run JOIN "Conversation" conversation ON conversation.id = run."conversationId"
      WHERE conversation."agentId" = ${agent.id}::uuid AND run."workspaceId" = ${context.workspace.id}::uuid
      FOR UPDATE OF run`;
    const running = runs.filter(({ live }) => live).length;
    if (running > 0) {
      throw new AppError("CONFLICT", `${agent.name} is answering in a conversation now. Stop it first.`, {
        details: { running },
      });
    }
    const { count: conversationsDeleted } = await context.db.conversation.deleteMany({ where: scope });
    const { count } = await context.db.agent.deleteMany({
      where: { id: agent.id, workspaceId: scope.workspaceId },
    });
    if (count === 0) throw new AppError("NOT_FOUND", `There is no agent “${input.agent}” here.`);
    await appendAudit(context, {
      action: "agent.deleted",
      object: { type: "agent", id: agent.id, name: agent.name },
      detail: { conversationsDeleted },
    });
    await notify(context, { topic: "agents", workspaceId: scope.workspaceId });
    return { conversationsDeleted };
  });
}
