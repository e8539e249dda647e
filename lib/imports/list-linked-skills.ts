import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { foldName } from "@/lib/skills/fold-name";
import type { ComparedText } from "./overwrite-or-keep";

/** A skill of the library that a package of a source may belong to. */
export type LinkedSkill = {
  skillId: string;
  name: string;
  nameKey: string;
  draft: ComparedText & { modesRevision: number };
  /** `base`: the text that was taken or seen last. `waits`: another one waits for a person. */
  origin: { path: string; name: string; base: ComparedText | null; waits: boolean } | null;
};

const executables = { where: { executable: true }, select: { path: true } } as const;

/** Every skill that came from this source, and whatever has one of these names or passes for one. */
export async function listLinkedSkills(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  sourceId: string,
  names: readonly string[],
): Promise<LinkedSkill[]> {
  const rows = await db.skill.findMany({
    where: {
      workspaceId,
      OR: [{ sources: { some: { sourceId } } }, { nameKey: { in: names.map(foldName) } }],
    },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      nameKey: true,
      draft: { select: { digest: true, modesRevision: true, files: executables } },
      sources: {
        where: { sourceId },
        select: {
          path: true,
          name: true,
          digest: true,
          theirsDigest: true,
          files: { ...executables, where: { side: "base", executable: true } },
        },
      },
    },
  });
  return rows.flatMap(({ id, name, nameKey, draft, sources: [origin] }): LinkedSkill[] => {
    if (!draft) return [];
    const skill = {
      skillId: id,
      name,
      nameKey,
      draft: { ...draft, executables: draft.files.map(({ path }) => path) },
    };
    if (!origin) return [{ ...skill, origin: null }];
    const { digest, theirsDigest, files } = origin;
    const base = digest === null ? null : { digest, executables: files.map(({ path }) => path) };
    return [
      { ...skill, origin: { path: origin.path, name: origin.name, base, waits: theirsDigest !== null } },
    ];
  });
}
