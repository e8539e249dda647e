import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { getAgent } from "@/lib/agents/queries";
import type { Agent } from "@/lib/agents/schema";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { createPackage } from "@/lib/library/writes/create-package";
import { skillSlug } from "@/lib/skills/skill-slug";
import { exampleAgent } from "../example-agent";
import { type ExampleSkill, exampleSkills, readExample } from "../read-examples";
import type { AddedExamples } from "../schema";

/**
 * Puts the example skills, published as version 1, and the agent that has them into a workspace. What is there
 * already by its name is left as it is, so it can be called again, and after a failure half-way.
 */
export async function addExamples(context: Context): Promise<AddedExamples> {
  requirePermission(context, "library.publish");
  requirePermission(context, "agents.edit");
  for (const name of exampleSkills) await addSkill(context, name);
  const agent = await findOrCreateAgent(context);
  if (agent.assignments.length === 0) await assignExamples(context, agent);
  return { agent: agent.slug, skills: [...exampleSkills] };
}

async function assignExamples(context: Context, { slug, revision }: Agent): Promise<void> {
  const items = exampleSkills.map((skill) => ({ skill }));
  try {
    await setAssignments(context, { agent: slug, baseRevision: revision, items });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
}

/** Somebody pressed the same button at the same moment: then it is there. */
const isConflict = (error: unknown) => error instanceof AppError && error.code === "CONFLICT";

async function addSkill(context: Context, name: ExampleSkill): Promise<void> {
  const where = { workspaceId_name: { workspaceId: context.workspace.id, name } };
  if (await context.db.skill.findUnique({ where, select: { id: true } })) return;
  const files = await readExample(name);
  try {
    await inPermittedTransaction(context, "library.publish", async (context) => {
      await createPackage(context, { name, files, publishNote: "An example to start from." });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}

async function findOrCreateAgent(context: Context): Promise<Agent> {
  const slug = skillSlug(exampleAgent.name);
  const suggestedMessages = [...exampleAgent.suggestedMessages];
  try {
    return await createAgent(context, { ...exampleAgent, suggestedMessages });
  } catch (error) {
    if (isConflict(error)) return getAgent(context, { agent: slug });
    throw error;
  }
}
