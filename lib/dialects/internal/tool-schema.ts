import type { CatalogueEntry } from "@/lib/runtime/dialect";
import type { ToolDefinition } from "@/lib/runtime/events";
import { type SkillTool, toolInputSchema } from "@/lib/skills/skill-tool";
import { skillToolName } from "./tool-name";

/** More names than this make the schema heavier than the catalogue; the name is then any string. */
const mostEnumeratedNames = 500;

export const objectSchema = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required: [...required],
  additionalProperties: false,
});

/** The same where the host says nothing of further properties, and passes over them. */
export function openObjectSchema(properties: Record<string, unknown>, required: readonly string[] = []) {
  const { additionalProperties: _, ...schema } = objectSchema(properties, required);
  return schema;
}

/** The parameter that names a skill: any text, as most hosts have it. */
export const anyNameSchema = {
  type: "string",
  description: "The skill's name, as the list has it.",
} as const;

/** The same where the host takes none but those there are. */
export function skillNameSchema(entries: readonly CatalogueEntry[]): Record<string, unknown> {
  if (entries.length > mostEnumeratedNames) return anyNameSchema;
  return { type: "string", enum: entries.map(({ name }) => name), description: "The skill's name." };
}

/** A skill's own tool as every host that has such tools offers it: `<skill>__<tool>`. */
export const plainSkillTool = (skillName: string, tool: SkillTool): ToolDefinition => ({
  name: skillToolName(skillName, tool.name),
  description: tool.description,
  inputSchema: toolInputSchema(tool),
});
