import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { findDialect } from "@/lib/dialects/find-dialect";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { loadSkills } from "@/lib/runtime/load-skills";
import { concernsAgent, sayChoice } from "./choose-skills";
import { type DecidedDelivery, type Deliverable, decideDeliverable } from "./decide-deliverable";
import { assignmentSource, toSessionSkill } from "./internal/assignment-source";
import { readChosen } from "./internal/chosen-skills";

/**
 * What an agent's skills that are on come to, in order of priority, then what it finds by its rule; of what the rule
 * passes over in the library there is no word. Asks nobody for permission, and reads no file unless the rule looks at
 * what skills need; nothing for an agent of elsewhere.
 */
export async function readDeliverable(context: WorkspaceContext, agentId: string): Promise<DecidedDelivery> {
  const skills = await readChosen(context, agentId);
  return decideDeliverable(
    skills
      .filter((one) => one.enabled && concernsAgent(one))
      .map(({ name: skill, choice, ...rest }) => ({
        ...rest,
        skill,
        keptOut: choice.in ? null : sayChoice(choice),
      })),
  );
}

/**
 * Without what the host of a dialect does not load: in its folder that would be noise. Reads SKILL.md once for each
 * digest. All of them where no host of this release is meant.
 */
export async function leaveOutRefused(
  context: WorkspaceContext,
  dialectId: string,
  skills: readonly Deliverable[],
): Promise<DecidedDelivery> {
  const dialect = findDialect(dialectId);
  const host = dialect ? loadingHost(dialect) : null;
  if (!host) return { skills: [...skills], leftOut: [] };
  const asAssigned = skills.map(({ skillId, folder, version }, at) => ({
    skillId,
    skill: folder,
    priority: at + 1,
    archived: false,
    description: version.description,
    resolved: version,
  }));
  const source = assignmentSource(context, asAssigned);
  const { refused } = await loadSkills(
    { host, source, cache: packageCaches().loads },
    asAssigned.flatMap((assignment) => toSessionSkill(assignment) ?? []),
  );
  const reasons = new Map(refused.map(({ skillId, detail }) => [skillId, detail ?? ""]));
  return {
    skills: skills.filter(({ skillId }) => !reasons.has(skillId)),
    leftOut: skills.flatMap(({ skillId, skill }) => {
      const detail = reasons.get(skillId);
      if (detail === undefined) return [];
      return { skillId, skill, reason: "host-refuses" as const, why: detail.replace(/\.$/, "") };
    }),
  };
}
