import type { Dialect, Presentation } from "@/lib/runtime/dialect";
import type { ToolDefinition } from "@/lib/runtime/events";

/**
 * The agent's tools without those that its host offers under the same name, letters of either case, and the host's
 * names of these. A host offers none without a skill.
 */
export function splitSharedTools(
  definitions: readonly ToolDefinition[],
  dialect: Pick<Dialect, "tools" | "modes">,
  hasSkills: boolean,
): { offered: ToolDefinition[]; shared: string[] } {
  const presentations: readonly Presentation[] = ["inline", "search", "eager"];
  const told = hasSkills ? [{ name: "x", description: "" }] : [];
  const names = presentations.flatMap((presentation) =>
    dialect.tools(told, { presentation }).map(({ name }) => name),
  );
  const isHosts = (name: string) => names.find((host) => host.toLowerCase() === name.toLowerCase());
  return {
    offered: definitions.filter(({ name }) => isHosts(name) === undefined),
    shared: definitions.flatMap(({ name }) => isHosts(name) ?? []),
  };
}
