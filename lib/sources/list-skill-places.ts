import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { type DirectoryEntry, directoryEntrySchema } from "@/lib/imports/directory-schema";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import { foldName } from "@/lib/skills/fold-name";
import { type PlaceState, placeStates, type SkillPlace, type SkillPlaces } from "./place-schema";
import { sourceReportSchema } from "./schema";

/**
 * Every place outside that has a skill of this name, with how its text stands to the draft and what decided that: sources,
 * configured folders, and packages that an earlier one of the same name keeps out. NOT_FOUND as the skill.
 */
export async function listSkillPlaces(
  context: Context,
  { skill: name }: { skill: string },
): Promise<SkillPlaces> {
  requirePermission(context, "library.read");
  const skill = await readSkill(context, name);
  const names = new Set(
    [name, ...skill.sources.map((one) => one.name), skill.origin?.name ?? name].map(foldName),
  );
  const shadowed = await readShadowed(context, names);
  const items = [
    ...skill.sources.map((one) => ofSource(one, skill)),
    ...(skill.origin ? [ofFolder(skill.origin, skill)] : []),
    ...shadowed,
  ];
  const order = ({ state }: SkillPlace) => placeStates.indexOf(state);
  return { items: items.sort((left, right) => order(left) - order(right)) };
}

async function readSkill({ db, workspace }: Context, name: string) {
  const skill = await db.skill.findFirst({
    where: { workspaceId: workspace.id, name },
    select: {
      draft: { select: { digest: true } },
      origin: true,
      sources: { orderBy: { takenAt: "asc" }, include: { source: { select: { name: true } } } },
    },
  });
  if (!skill) throw noSuchSkill(name);
  return skill;
}

type Skill = Awaited<ReturnType<typeof readSkill>>;

const reasons = {
  holds: "The draft has exactly this text.",
  replaced: "The draft has another text since: it was edited here, or taken from somewhere else.",
  waits:
    "The draft had another text when this one came, and none takes its place by itself: somebody has to take it.",
} as const satisfies Record<Exclude<PlaceState, "shadowed">, string>;

function ofSource(
  { source, path, digest, theirsDigest, takenAt }: Skill["sources"][number],
  { draft }: Skill,
): SkillPlace {
  const holds = digest !== null && digest === draft?.digest;
  const state = theirsDigest !== null ? "waits" : holds ? "holds" : "replaced";
  return {
    kind: "source",
    name: source.name,
    path,
    state,
    why: reasons[state],
    digest: theirsDigest ?? digest,
    at: takenAt?.toISOString() ?? null,
  };
}

function ofFolder(
  { root, path, digest, readAt }: NonNullable<Skill["origin"]>,
  { draft }: Skill,
): SkillPlace {
  const state = digest === draft?.digest ? "holds" : "replaced";
  return { kind: "folder", name: root, path, state, why: reasons[state], digest, at: readAt.toISOString() };
}

/** Packages that were left out at the last reading, as an earlier one of the same name comes first. */
async function readShadowed({ db, workspace }: Context, names: ReadonlySet<string>): Promise<SkillPlace[]> {
  const own = { workspaceId: workspace.id };
  const [load, sources] = await Promise.all([
    db.directoryLoad.findFirst({
      where: own,
      orderBy: { id: "desc" },
      select: { entries: true, startedAt: true },
    }),
    db.source.findMany({
      where: own,
      select: { name: true, report: true, syncedAt: true },
      orderBy: { name: "asc" },
    }),
  ]);
  const isMeant = ({ outcome, skill }: DirectoryEntry) =>
    outcome === "duplicate" && skill !== null && names.has(foldName(skill));
  const entries = z.array(directoryEntrySchema).safeParse(load?.entries ?? []);
  const onDisk = (entries.success ? entries.data : [])
    .filter(isMeant)
    .map((entry) => shadowed(entry, { kind: "folder", name: entry.path, at: load?.startedAt ?? null }));
  const elsewhere = sources.flatMap(({ name, report, syncedAt }) => {
    const read = sourceReportSchema.safeParse(report);
    const found = read.success ? read.data.entries.filter(isMeant) : [];
    return found.map((entry) => shadowed(entry, { kind: "source", name, at: syncedAt }));
  });
  return [...onDisk, ...elsewhere];
}

const shadowed = (
  { path, message }: DirectoryEntry,
  { kind, name, at }: Pick<SkillPlace, "kind" | "name"> & { at: Date | null },
): SkillPlace => ({
  kind,
  name,
  path,
  state: "shadowed",
  why: message,
  digest: null,
  at: at?.toISOString() ?? null,
});
