import { AppError } from "@/lib/kernel/app-error";

type Planned = {
  agent: { name: string; revision: number };
  plans: readonly {
    runSkills: { skills: readonly { ref: { skillId: string; name: string; digest: string } }[] };
  }[];
};
type Frozen = { agentRevision: number; digests: ReadonlyMap<string, string> };

/** Runs that are held against each other must differ in the text that is tried alone. UNPROCESSABLE says what else moved. */
export function requireFrozen({ agent, plans }: Planned, { agentRevision, digests }: Frozen): void {
  const moved = (what: string) =>
    new AppError("UNPROCESSABLE", `${what} was changed while the search went on. Start it again.`);
  if (agent.revision !== agentRevision) throw moved(agent.name);
  for (const { runSkills } of plans) {
    const offered = new Set(runSkills.skills.map(({ ref }) => ref.skillId));
    for (const id of digests.keys()) if (!offered.has(id)) throw moved("What the agent offers");
    for (const { ref } of runSkills.skills) {
      const before = digests.get(ref.skillId);
      if (before !== undefined && before !== ref.digest) throw moved(ref.name);
    }
  }
}
