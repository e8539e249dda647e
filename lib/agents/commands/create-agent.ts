import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { dialectHeads } from "@/lib/dialects/dialect-heads";
import { AppError } from "@/lib/kernel/app-error";
import { skillSlug } from "@/lib/skills/skill-slug";
import { readAgent } from "../internal/agent-rows";
import { storeTools, toJson } from "../internal/agent-tools";
import { requireModels } from "../internal/require-models";
import { requirePresentation } from "../internal/require-presentation";
import { type Agent, type CreateAgent, createAgentSchema } from "../schema";
import { recordRevision } from "../writes/record-revision";

/**
 * Makes an agent without skills. CONFLICT when another one has the same address; UNPROCESSABLE for a mode that its
 * dialect does not present.
 */
export async function createAgent(context: Context, input: CreateAgent): Promise<Agent> {
  requirePermission(context, "agents.edit");
  const { mode: chosen, tools, ...rest } = createAgentSchema.parse(input);
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
          slug,
          workspaceId: context.workspace.id,
          createdById: context.actor.userId,
          updatedAt: context.now(),
        },
      });
      const agent = await readAgent(context, slug);
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
