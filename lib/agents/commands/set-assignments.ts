import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { describeChange } from "../describe-change";
import { readAgent } from "../internal/agent-rows";
import { requirePossibleLabels } from "../internal/require-possible-labels";
import { type Agent, type SetAssignments, setAssignmentsSchema } from "../schema";
import { claimRevision, recordRevision, snapshotOf } from "../writes/record-revision";
import { writeAssignments } from "../writes/write-assignments";

/**
 * Replaces an agent's whole list of skills; their order is their priority. CONFLICT when somebody changed the agent
 * since `baseRevision`; NOT_FOUND for a skill or a pinned version that is not there; UNPROCESSABLE for a newly
 * assigned archived skill, a new pin on a withdrawn version, and a label that no version can ever have. A label that
 * none has yet is allowed: the agent gets the skill once one has.
 */
export async function setAssignments(
  context: Context,
  input: { agent: string } & SetAssignments,
): Promise<Agent> {
  requirePermission(context, "agents.edit");
  const { baseRevision, items } = setAssignmentsSchema.parse(input);
  return inPermittedTransaction(context, "agents.edit", async (context) => {
    const before = await readAgent(context, input.agent);
    requireUndeclared(before);
    requirePossibleLabels(before, items);
    await claimRevision(context, before, baseRevision);
    await writeAssignments(context, before, items);
    const agent = await readAgent(context, input.agent);
    const summary = describeChange(snapshotOf(before), snapshotOf(agent));
    await recordRevision(context, {
      agent,
      action: "agent.assignments-set",
      summary: summary || "Saved without a change",
    });
    return { ...agent, updatedBy: { id: context.actor.userId, name: context.actor.name } };
  });
}
