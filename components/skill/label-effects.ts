import type { SkillDetail } from "@/lib/library/skill-schema";

/** What moving a label does to the agents that follow it, one sentence each. `from` is where it stands now. */
export function labelEffects(
  { agents }: Pick<SkillDetail, "agents">,
  { label, from, to }: { label: string; from: number | null; to: number },
): string[] {
  return agents
    .filter((agent) => agent.follows === "label" && agent.label === label)
    .map(({ name, enabled }) => {
      const instead = from === null ? "instead of nothing" : `instead of v${from}`;
      return `${name} gets v${to} ${instead}${enabled ? "." : ", once it is switched on there."}`;
    });
}
