import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { FrozenOffer } from "../plans/frozen-offer";
import type { SuiteRunDetail } from "../schema";

/** What of the frozen skills moved on since. */
export async function findChanges(
  { db, workspace }: WorkspaceContext,
  offer: FrozenOffer,
): Promise<SuiteRunDetail["changes"]> {
  const refs = offer.dialects[0]?.started.offered ?? [];
  const skills = await db.skill.findMany({
    where: { id: { in: refs.map(({ skillId }) => skillId) }, workspaceId: workspace.id },
    select: {
      id: true,
      draft: { select: { digest: true } },
      versions: { select: { number: true, withdrawal: { select: { versionId: true } } } },
    },
  });
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return refs.flatMap(({ skillId, name, version, digest }): SuiteRunDetail["changes"] => {
    const skill = byId.get(skillId);
    if (!skill) return [{ skill: name, change: "deleted" }];
    if (version === null) return skill.draft?.digest === digest ? [] : [{ skill: name, change: "changed" }];
    const pinned = skill.versions.find(({ number }) => number === version);
    if (!pinned) return [{ skill: name, change: "deleted" }];
    return pinned.withdrawal ? [{ skill: name, change: "withdrawn" }] : [];
  });
}
