import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import type { DialectId } from "@/lib/dialects/dialect-heads";
import type { Installation } from "../faults/installation";

const draftSchema = z.object({ revision: z.number(), digest: z.string() });
const agentSchema = z.object({ slug: z.string(), revision: z.number() });

/** A workspace of a server that was started for this. */
export type Workspace = {
  at: Installation;
  /** Below the API. */
  home: string;
};

/** Asks, and throws what was said where the answer is none. */
export async function askWell<T>(
  { at, home }: Workspace,
  path: string,
  schema: z.ZodType<T>,
  options: { body?: unknown; method?: "PUT"; limitMs?: number } = {},
): Promise<T> {
  const { status, text } = await at.ask(`${home}${path}`, options);
  if (status < 200 || status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 600)}`);
  return schema.parse(JSON.parse(text));
}

/** Publishes each skill of a folder as its first version, byte for byte. Their names. */
export async function storeSkills(workspace: Workspace, folder: string): Promise<string[]> {
  const names = readdirSync(folder).sort();
  for (const name of names) {
    await askWell(workspace, "/skills", z.unknown(), { body: { name } });
    const { revision: baseRevision } = await askWell(workspace, `/skills/${name}/draft`, draftSchema);
    const place = join(folder, name);
    const changes = readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({
        op: "write",
        path: relative(place, file),
        base64: readFileSync(file).toString("base64"),
      }));
    await askWell(workspace, `/skills/${name}/draft/changes`, z.unknown(), {
      body: { baseRevision, changes },
    });
    const { revision, digest } = await askWell(workspace, `/skills/${name}/draft`, draftSchema);
    await askWell(workspace, `/skills/${name}/versions`, z.unknown(), {
      body: { revision, digest, bypassReason: "This is a bench" },
    });
  }
  return names;
}

/**
 * An agent with these skills in the words of one host. `tools` are the agent's own, each called like one of the host's:
 * they answer what lies outside of skills, which the host itself reads and runs. Its slug.
 */
export async function makeAgent(
  workspace: Workspace,
  agent: {
    name: string;
    dialect: DialectId;
    model: string;
    tools: readonly string[];
    skills: readonly string[];
  },
): Promise<string> {
  const { name, dialect, model, tools, skills } = agent;
  const { slug, revision } = await askWell(workspace, "/agents", agentSchema, {
    body: {
      name,
      dialect,
      model,
      tools: tools.map((tool) => ({
        kind: "stub",
        name: tool,
        description: "Answers what lies outside of skills.",
        inputSchema: { type: "object" },
        result: "It is outside of skills.",
      })),
    },
  });
  await askWell(workspace, `/agents/${slug}/assignments`, z.unknown(), {
    method: "PUT",
    body: { baseRevision: revision, items: skills.map((skill) => ({ skill })) },
  });
  return slug;
}
