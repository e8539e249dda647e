import type { Agent } from "@/lib/agents/schema";
import type { SimulatedSkill } from "@/lib/dialects/simulate-budgets";
import type { Invocation } from "@/lib/skills/invocation";

/** What the draft says of itself now. */
export type DraftedSkill = { skillId: string; name: string; description: string } & Partial<Invocation>;

/** The agent's other skills that it is told of. */
export function siblingsOf(
  { assignments }: Pick<Agent, "assignments">,
  skill: DraftedSkill,
): SimulatedSkill[] {
  return assignments.flatMap(
    ({ skillId, skill: name, description, priority, enabled, archived, resolved }) => {
      if (skillId === skill.skillId || !enabled || archived || resolved.kind === "none") return [];
      const { modelInvocable, whenToUse } = resolved;
      return modelInvocable ? [{ skillId, name, description, priority, whenToUse }] : [];
    },
  );
}

/** The agent's skills as they would be with this draft: at its place, or last where it has none. */
export function skillsWithDraft(agent: Pick<Agent, "assignments">, skill: DraftedSkill): SimulatedSkill[] {
  const last = Math.max(0, ...agent.assignments.map(({ priority }) => priority));
  const own = agent.assignments.find(({ skillId }) => skillId === skill.skillId);
  return [...siblingsOf(agent, skill), { ...skill, priority: own?.priority ?? last + 1 }];
}

/** What of this agent's is not what it would be with the draft; null when it follows the draft already. */
export function sayFollowing(
  { assignments }: Pick<Agent, "assignments">,
  skill: DraftedSkill,
): string | null {
  const own = assignments.find(({ skillId }) => skillId === skill.skillId);
  if (!own) return "It does not use this skill: shown as if it came last.";
  if (!own.enabled) return "The skill is off for this agent: shown as if it were on.";
  if (own.follows === "draft") return null;
  if (own.follows === "version")
    return `It stays with v${own.version ?? "?"}: shown as if it followed this draft.`;
  const followed = own.follows === "label" ? `the label ${own.label ?? ""}` : "the latest version";
  return `It follows ${followed}: shown as if this draft were that.`;
}
