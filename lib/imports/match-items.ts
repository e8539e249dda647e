import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { foldName } from "@/lib/skills/fold-name";
import type { ImportItem } from "./import-schema";

export type Match = NonNullable<ImportItem["match"]>;
type Item = { id: string; name: string; digest: string | null; state: ImportItem["state"] };

/**
 * What the library, or an earlier item, has already of these items, which come in their order. The same bytes are
 * the better match than the same name. By item id; refused items have none.
 */
export async function matchItems(
  context: WorkspaceContext,
  items: readonly Item[],
): Promise<Map<string, Match>> {
  const open = items.filter((item) => item.state === "found" || item.state === "waiting");
  // One after the other: the scope may be a transaction, which is one connection.
  const digests = open.flatMap(({ digest }) => digest ?? []);
  const byDigest = await findDigests(context, digests);
  const names = await findNames(
    context,
    open.map(({ name }) => name),
  );
  const matches = new Map<string, Match>();
  const earlier = { digests: new Map<string, string>(), names: new Map<string, string>() };
  for (const { id, name, digest } of open) {
    const stored = digest === null ? undefined : byDigest.get(digest);
    const twin = digest === null ? undefined : earlier.digests.get(digest);
    if (stored) matches.set(id, { kind: "same-digest", within: "library", ...stored });
    else if (twin !== undefined) {
      matches.set(id, { kind: "same-digest", within: "import", skill: twin, version: null });
    } else {
      const taken = names.get(name) ?? names.get(foldName(name));
      const first = earlier.names.get(foldName(name));
      if (taken) matches.set(id, { kind: nameMatch(name, taken.skill), within: "library", ...taken });
      else if (first !== undefined)
        matches.set(id, { kind: nameMatch(name, first), within: "import", skill: first, version: null });
    }
    if (digest !== null && twin === undefined) earlier.digests.set(digest, name);
    if (!earlier.names.has(foldName(name))) earlier.names.set(foldName(name), name);
  }
  return matches;
}

const nameMatch = (name: string, taken: string) => (name === taken ? "same-name" : "similar-name");

type Stored = { skill: string; version: number | null };

/** Drafts before versions: a draft that is the same needs nothing. */
async function findDigests(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  digests: readonly string[],
): Promise<Map<string, Stored>> {
  const where = { workspaceId, digest: { in: [...new Set(digests)] } };
  const skill = { select: { name: true } };
  const drafts = await db.draft.findMany({ where, select: { digest: true, skill } });
  const versions = await db.version.findMany({
    where,
    orderBy: { number: "asc" },
    select: { digest: true, number: true, skill },
  });
  return new Map<string, Stored>([
    ...versions.map(({ digest, number, skill }) => [digest, { skill: skill.name, version: number }] as const),
    ...drafts.map(({ digest, skill }) => [digest, { skill: skill.name, version: null }] as const),
  ]);
}

/** The skills that have these names or pass for them, by their name and by its fold, with the newest version. */
async function findNames(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  names: readonly string[],
): Promise<Map<string, Stored>> {
  const keys = [...new Set(names.map(foldName))];
  const skills = await db.skill.findMany({
    where: { workspaceId, OR: [{ name: { in: [...new Set(names)] } }, { nameKey: { in: keys } }] },
    select: {
      name: true,
      nameKey: true,
      versions: { orderBy: { number: "desc" }, take: 1, select: { number: true } },
    },
  });
  const stored = skills.map(({ name, nameKey, versions }) => {
    const skill: Stored = { skill: name, version: versions[0]?.number ?? null };
    return { name, nameKey, skill };
  });
  return new Map([
    ...stored.map(({ nameKey, skill }) => [nameKey, skill] as const),
    ...stored.map(({ name, skill }) => [name, skill] as const),
  ]);
}
