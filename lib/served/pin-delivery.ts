import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { type LeftOut, sayLeftOut } from "@/lib/agents/decide-deliverable";
import type { DeliveredSkill, Delivery } from "@/lib/delivery/delivered";
import type { UnavailableSkill } from "@/lib/runtime/events";
import type { GoneVersion, Pinned, PinnedSkill } from "./pinned";

/**
 * What a session of this moment stays with: what its agent is delivered now, and of the rest of its skills that they are
 * not. Names are the library's, as in a rehearsal. Asks nobody for permission.
 */
export async function pinDelivery(
  context: Context,
  agentId: string,
  { skills, leftOut }: Delivery,
): Promise<Pinned> {
  return {
    skills: skills.map(toPinned),
    unavailable: [...leftOut.map(toUnavailable), ...(await switchedOff(context, agentId))],
  };
}

function toPinned({ skillId, skill: name, version, description, ...rest }: DeliveredSkill): PinnedSkill {
  const { modelInvocable, userInvocable, whenToUse } = rest;
  const { id: versionId, number, digest } = version;
  return {
    skillId,
    name,
    versionId,
    number,
    digest,
    description,
    whenToUse,
    modelInvocable,
    userInvocable,
  };
}

const reasons = {
  "not-chosen": "not-chosen",
  draft: "not-published",
  archived: "archived",
  withdrawn: "withdrawn",
  "hidden-text": "hidden-text",
  "no-version": "not-published",
  "same-folder": "left-out",
  "host-refuses": "host-refuses",
} as const satisfies Record<LeftOut["reason"], UnavailableSkill["reason"]>;

const toUnavailable = (left: LeftOut): UnavailableSkill => ({
  skillId: left.skillId,
  name: left.skill,
  reason: reasons[left.reason],
  detail: `${sayLeftOut(left)}.`,
});

async function switchedOff(
  { db, workspace }: WorkspaceContext,
  agentId: string,
): Promise<UnavailableSkill[]> {
  const rows = await db.assignment.findMany({
    where: { agentId, workspaceId: workspace.id, enabled: false },
    orderBy: { priority: "asc" },
    select: { skill: { select: { id: true, name: true } } },
  });
  return rows.map(({ skill }) => ({ skillId: skill.id, name: skill.name, reason: "disabled" as const }));
}

/** Of these versions those that nobody is delivered any more, and why. */
export async function findGone(
  { db, workspace }: WorkspaceContext,
  { skills }: Pinned,
): Promise<ReadonlyMap<string, GoneVersion>> {
  const ids = skills.map(({ versionId }) => versionId);
  if (ids.length === 0) return new Map();
  const rows = await db.version.findMany({
    where: { id: { in: ids }, workspaceId: workspace.id },
    select: { id: true, withdrawal: { select: { versionId: true } } },
  });
  const isWithdrawn = new Map(rows.map(({ id, withdrawal }) => [id, withdrawal !== null]));
  return new Map(
    ids.flatMap((id): [string, GoneVersion][] => {
      const withdrawn = isWithdrawn.get(id);
      if (withdrawn === undefined) return [[id, "deleted"]];
      return withdrawn ? [[id, "withdrawn"]] : [];
    }),
  );
}
