import "server-only";
import type { Context } from "@/lib/access/context";
import { type AssignmentItem, readAssignable, toAssignmentRows } from "../internal/assignable-skills";
import type { Agent } from "../schema";

/**
 * Replaces the rows of an agent's skills; their order is their priority. NOT_FOUND for a skill or a pinned version that
 * is not there; UNPROCESSABLE for a newly assigned archived skill, and for a new pin on a withdrawn version.
 */
export async function writeAssignments(
  context: Context,
  before: Agent,
  items: readonly AssignmentItem[],
): Promise<void> {
  const skills = await readAssignable(context, items);
  const rows = await toAssignmentRows(context, { before, items, skills });
  await context.db.assignment.deleteMany({
    where: { agentId: before.id, workspaceId: context.workspace.id },
  });
  await context.db.assignment.createMany({ data: rows });
}
