import type { AgentCatalogue } from "@/lib/agents/schema";

/** How many skills a budget shortens or leaves out, in words. What its author keeps from the model is no loss. */
export function sayCuts({ skills }: Pick<AgentCatalogue, "skills">): { count: number; text: string } {
  const omitted = skills.filter((skill) => skill.omitted && skill.modelInvocable).length;
  const truncated = skills.filter((skill) => skill.truncated && !skill.omitted).length;
  const text =
    omitted + truncated === 0
      ? "Nothing truncated, nothing omitted"
      : `${truncated === 0 ? "Nothing" : truncated} truncated, ${omitted === 0 ? "nothing" : omitted} omitted`;
  return { count: omitted + truncated, text };
}

/** A typed limit in characters: "1,300" is 1300; null for anything but a whole number. */
export function readLimit(text: string): number | null {
  const digits = text.replaceAll(/[,.\s]/g, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : null;
}
