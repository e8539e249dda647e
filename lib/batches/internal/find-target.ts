import "server-only";
import type { Context } from "@/lib/access/context";
import { readSight } from "@/lib/access/skill-sight";
import { draftMoved } from "@/lib/library/drafts/draft-moved";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import type { Chosen } from "./find-chosen";

/** A skill that an act is about, as it is now. */
export type Target = {
  id: string;
  name: string;
  revision: number;
  digest: string;
  isArchived: boolean;
  newestVersion: number | null;
  versionCount: number;
};

/** By name; a name that is not here, or not open to the asker, is missing. */
export async function findTargets(context: Context, names: readonly string[]): Promise<Map<string, Target>> {
  const { db, workspace } = context;
  const skills = await db.skill.findMany({
    where: { workspaceId: workspace.id, name: { in: [...names] } },
    select: {
      id: true,
      name: true,
      archivedAt: true,
      draft: { select: { revision: true, digest: true } },
      versions: { orderBy: { number: "desc" }, take: 1, select: { number: true } },
      _count: { select: { versions: true } },
    },
  });
  const isInSight = await readSight(context);
  const targets = skills.flatMap(({ id, name, archivedAt, draft, versions, _count }): Target[] =>
    draft && isInSight({ skillId: id })
      ? [
          {
            id,
            name,
            ...draft,
            isArchived: archivedAt !== null,
            newestVersion: versions[0]?.number ?? null,
            versionCount: _count.versions,
          },
        ]
      : [],
  );
  return new Map(targets.map((target) => [target.name, target]));
}

/** NOT_FOUND for a name that is not here; CONFLICT (`draft-changed`) for a draft that was saved since it was seen. */
export function requireTarget({ name, seen }: Chosen, found: ReadonlyMap<string, Target>): Target {
  const target = found.get(name);
  if (!target) throw noSuchSkill(name);
  if (seen !== undefined && seen !== target.revision) {
    const { revision, digest } = target;
    throw draftMoved("select it again", { revision, digest });
  }
  return target;
}
