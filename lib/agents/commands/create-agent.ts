import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { AppError } from "@/lib/kernel/app-error";
import { skillSlug } from "@/lib/skills/skill-slug";
import { choiceRuleSchema, takeRule } from "../choice-schema";
import { readAgent } from "../internal/agent-rows";
import { storeTools, toJson } from "../internal/agent-tools";
import { requireModels } from "../internal/require-models";
import { requirePossibleLabels } from "../internal/require-possible-labels";
import { requirePresentation } from "../internal/require-presentation";
import { type Agent, type CreateAgent, createAgentSchema } from "../schema";
import { recordRevision } from "../writes/record-revision";
import { writeAssignments } from "../writes/write-assignments";

/**
 * Makes an agent, with the skills that it is assigned: both or neither. CONFLICT when another one has the same address;
 * UNPROCESSABLE for a mode that its dialect does not present, and for what `setAssignments` would refuse; NOT_FOUND for
 * a skill that is not there.
 */
export async function createAgent(context: Context, input: CreateAgent): Promise<Agent> {
  requirePermission(context, "agents.edit");
  const { mode: chosen, tools, assignments, ...given } = createAgentSchema.parse(input);
  const [choiceRule, rest] = takeRule(given);
  const fields = { ...rest, mode: chosen ?? dialectHeads[rest.dialect].modes[0] };
  requirePresentation(fields);
  const slug = skillSlug(fields.name);
  try {
    return await inPermittedTransaction(context, "agents.edit", async (context) => {
      await requireModels(context, fields);
      await context.db.agent.create({
        data: {
          ...fields,
          tools: toJson(storeTools(tools, [])),
          choiceRule: choiceRuleSchema.parse(choiceRule),
          slug,
          workspaceId: context.workspace.id,
          createdById: context.actor.userId,
          updatedAt: context.now(),
        },
      });
      const bare = await readAgent(context, slug);
      requirePossibleLabels(bare, assignments);
      if (assignments.length > 0) await writeAssignments(context, bare, assignments);
      const agent = assignments.length > 0 ? await readAgent(context, slug) : bare;
      await recordRevision(context, { agent, action: "agent.created", summary: "Created" });
      return { ...agent, updatedBy: { id: context.actor.userId, name: context.actor.name } };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(fields.name, slug, error);
    throw error;
  }
}

export function nameTaken(name: string, slug: string, cause: unknown): AppError {
  return new AppError(
    "CONFLICT",
    `There is already an agent at “${slug}”. Choose another name than ${name}.`,
    {
      cause,
      details: { slug },
    },
  );
}
