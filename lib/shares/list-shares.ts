import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { getSkillId } from "@/lib/library/get-skill-id";
import { findPeople } from "@/lib/people/find-people";
import { readGiven } from "./internal/read-given";
import { toShareRow } from "./internal/share-rows";
import type { ShareList } from "./schema";

/** With which workspaces a skill is shared, by name, for those who may share it. */
export async function listShares(context: Context, { skill }: { skill: string }): Promise<ShareList> {
  requirePermission(context, "shares.give");
  const skillId = await getSkillId(context, skill);
  const rows = await context.db.skillShare.findMany({
    where: { skillId, workspaceId: context.workspace.id },
    include: { receiver: { select: { slug: true, name: true } } },
    orderBy: { receiver: { name: "asc" } },
  });
  const personOf = await findPeople(
    context,
    rows.map(({ sharedById }) => sharedById),
  );
  const items = rows.map(async (row) => {
    const share = toShareRow(row);
    const { number, why } = await readGiven(context, share);
    return {
      follows: share.follows,
      label: share.label,
      version: share.version,
      workspace: row.receiver,
      sharedBy: personOf(row.sharedById),
      sharedAt: row.sharedAt.toISOString(),
      acceptedAt: row.acceptedAt?.toISOString() ?? null,
      gives: number,
      why,
    };
  });
  return { items: await Promise.all(items) };
}
