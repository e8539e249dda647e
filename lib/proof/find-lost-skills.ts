import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { FrozenOffer } from "./frozen-offer";

/** Of what was frozen, the skills whose bytes are there no more, by their ids: they or their version were deleted. */
export async function findLostSkills(
  { db, workspace }: WorkspaceContext,
  { packages }: Pick<FrozenOffer, "packages">,
): Promise<string[]> {
  const entries = Object.entries(packages);
  const versionIds = entries.flatMap(([, pinned]) => (pinned.kind === "version" ? [pinned.versionId] : []));
  const skills = await db.skill.findMany({
    where: { id: { in: entries.map(([skillId]) => skillId) }, workspaceId: workspace.id },
    select: { id: true, versions: { where: { id: { in: versionIds } }, select: { id: true } } },
  });
  const there = new Map(skills.map(({ id, versions }) => [id, versions.length > 0]));
  return entries
    .filter(([skillId, { kind }]) => (kind === "version" ? there.get(skillId) !== true : !there.has(skillId)))
    .map(([skillId]) => skillId);
}
