import type { Context } from "@/lib/access/context";
import { findAgentById } from "@/lib/agents/list-agent-skills";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { generateSkill, randomFrom } from "../format/generate-skills";

export type Room = { context: Context; agentSlug: string; agentId: string; skillNames: readonly string[] };

const skills = 100;

/** An agent with a hundred published skills of a realistic size, each with two files. */
export async function furnish(context: Context): Promise<Room> {
  const random = randomFrom(11);
  const skillNames: string[] = [];
  for (let index = 0; index < skills; index += 1) {
    const { text } = generateSkill(index, random);
    const name = `skill-${String(index).padStart(3, "0")}`;
    await aStoredSkill(context, {
      name,
      description: `Does the work of kind ${index}. Use when somebody asks for kind ${index} of it.`,
      body: `# Kind ${index}\n\n${text.slice(0, 6_000)}\n`,
      files: { "references/guide.md": text.repeat(3).slice(0, 8_000), "references/other.md": "Other.\n" },
    });
    skillNames.push(name);
  }
  const agentSlug = await anAgentWith(context, skillNames);
  const { id: agentId } = await context.db.agent.findFirstOrThrow({
    where: { slug: agentSlug, workspaceId: context.workspace.id },
    select: { id: true },
  });
  if (!(await findAgentById(context, agentId))) throw new Error("The agent is not there.");
  return { context, agentSlug, agentId, skillNames };
}
