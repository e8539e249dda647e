import "server-only";
import type { z } from "zod";
import type { Context } from "@/lib/access/context";
import { holdAdmission } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { labelNameProblem } from "@/lib/library/label-options";
import { describeChange } from "../describe-change";
import { readAgent } from "../internal/agent-rows";
import { claimRevision, recordRevision, snapshotOf } from "../internal/record-revision";
import { writeAssignments } from "../internal/write-assignments";
import { type Agent, type SetAssignments, setAssignmentsSchema } from "../schema";

type Item = z.output<typeof setAssignmentsSchema>["items"][number];

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
  return inTransaction(context.db, async (tx) => {
    await holdAdmission(tx, context, "agents.edit");
    const before = await readAgent(tx, context, input.agent);
    requirePossibleLabels(before, items);
    await claimRevision(tx, context, before, baseRevision);
    await writeAssignments(tx, context, before, items);
    const agent = await readAgent(tx, context, input.agent);
    const summary = describeChange(snapshotOf(before), snapshotOf(agent));
    await recordRevision(tx, context, {
      agent,
      action: "agent.assignments-set",
      summary: summary || "Saved without a change",
    });
    return { ...agent, updatedBy: { id: context.actor.userId, name: context.actor.name } };
  });
}

/** A label that no version can ever have is a mistake; one that is followed already stays, whatever it is called. */
function requirePossibleLabels(before: Agent, items: readonly Item[]): void {
  const followed = new Map(before.assignments.map(({ skill, label }) => [skill, label]));
  for (const { skill, follows, label } of items) {
    if (follows !== "label" || label === undefined || followed.get(skill) === label) continue;
    const problem = labelNameProblem(label);
    if (problem !== null)
      throw new AppError(
        "UNPROCESSABLE",
        `${skill} cannot follow “${label}”: no version can have that label. ${problem}`,
        { details: { skill, label } },
      );
  }
}
