import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { findDialect } from "@/lib/dialects/find-dialect";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { type LoadingHost, loadSkills } from "@/lib/runtime/load-skills";
import type { AskHost, Deliverable } from "./decide-deliverable";
import { assignmentSource, toSessionSkill } from "./internal/assignment-source";

/** Asks the host of a dialect what it does not load; nothing where no host of this release is meant. */
export function askHostOf(context: WorkspaceContext, dialectId: string): AskHost {
  const dialect = findDialect(dialectId);
  const host = dialect ? loadingHost(dialect) : null;
  return async (skills) => {
    const reasons = new Map<string, string>();
    if (host === null) return reasons;
    for (const round of roundsOf(skills))
      for (const [versionId, reason] of await askOnce(context, host, round)) reasons.set(versionId, reason);
    return reasons;
  };
}

/** One version of each skill at a time: a host has one folder for each. */
function roundsOf(skills: readonly Deliverable[]): Deliverable[][] {
  const rounds: Deliverable[][] = [];
  for (const ofSkill of Map.groupBy(skills, ({ skillId }) => skillId).values())
    for (const [at, one] of ofSkill.entries()) rounds[at] = [...(rounds[at] ?? []), one];
  return rounds;
}

async function askOnce(
  context: WorkspaceContext,
  host: LoadingHost,
  skills: readonly Deliverable[],
): Promise<[versionId: string, reason: string][]> {
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
  const details = new Map(refused.map(({ skillId, detail }) => [skillId, detail ?? ""]));
  return skills.flatMap(({ skillId, version }) => {
    const detail = details.get(skillId);
    return detail === undefined ? [] : [[version.versionId, detail] as [string, string]];
  });
}
