import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import type { Prisma } from "@/lib/db/generated/client";
import { type ComparedText, foundText, isSameText } from "@/lib/imports/overwrite-or-keep";
import { textsSchema } from "@/lib/imports/plan-directories";
import { parseShadowed, type ShadowedPackage } from "@/lib/imports/shadowed-packages";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import { foldName } from "@/lib/skills/fold-name";
import { type PlaceState, placeStates } from "./place-options";
import type { ContestedNames, SkillPlace, SkillPlaces } from "./place-schema";

/**
 * Every place outside that has a skill of this name, with how its text stands to the draft and what decided that: sources,
 * configured folders, and packages that an earlier one of the same name keeps out. NOT_FOUND as the skill.
 */
export async function listSkillPlaces(
  context: Context,
  { skill: name }: { skill: string },
): Promise<SkillPlaces> {
  requirePermission(context, "library.read");
  const { db, workspace } = context;
  const skill = await db.skill.findFirst({ where: { workspaceId: workspace.id, name }, select: columns });
  if (!skill) throw noSuchSkill(name);
  return { items: placesOf(skill, await readShadowed(context)) };
}

/** Every skill here whose name more than one place has, by name, with those places and what decided between them. */
export async function listContestedNames(context: Context): Promise<ContestedNames> {
  requirePermission(context, "library.read");
  const { db, workspace } = context;
  const skills = await db.skill.findMany({
    where: {
      workspaceId: workspace.id,
      id: { notIn: await findHiddenSkills(context) },
      OR: [{ sources: { some: {} } }, { origin: { isNot: null } }],
    },
    select: columns,
    orderBy: { name: "asc" },
  });
  const shadowed = await readShadowed(context);
  const contested = skills
    .map((skill) => ({ skill: skill.name, places: placesOf(skill, shadowed) }))
    .filter(({ places }) => places.length > 1);
  return { total: contested.length, items: contested.slice(0, mostContested) };
}

const mostContested = 500;

const executableFiles = { where: { executable: true }, select: { path: true } } as const;

const columns = {
  name: true,
  draft: { select: { digest: true, files: executableFiles } },
  origin: true,
  sources: {
    orderBy: { takenAt: "asc" },
    include: {
      source: { select: { name: true } },
      files: { ...executableFiles, where: { side: "base", executable: true } },
    },
  },
} as const satisfies Prisma.SkillSelect;

type Skill = Prisma.SkillGetPayload<{ select: typeof columns }>;

/** Those that hold first, then those that wait. */
function placesOf(skill: Skill, shadowed: ReadonlyMap<string, readonly SkillPlace[]>): SkillPlace[] {
  const { name, sources, origin } = skill;
  const names = new Set([name, ...sources.map((one) => one.name), origin?.name ?? name].map(foldName));
  const items = [
    ...sources.map((one) => ofSource(one, skill)),
    ...(origin ? [ofFolder(origin, skill)] : []),
    ...[...names].flatMap((one) => shadowed.get(one) ?? []),
  ];
  const order = ({ state }: SkillPlace) => placeStates.indexOf(state);
  return items.sort((left, right) => order(left) - order(right));
}

const reasons = {
  holds: "The draft has exactly this text.",
  replaced: "The draft has another text since: it was edited here, or taken from somewhere else.",
  waits:
    "The draft had another text when this one came, and none takes its place by itself: somebody has to take it.",
} as const satisfies Record<Exclude<PlaceState, "shadowed">, string>;

function ofSource(
  { source, path, digest, files, theirsDigest, takenAt }: Skill["sources"][number],
  { draft }: Skill,
): SkillPlace {
  const holds = digest !== null && isOf(draft, { digest, executables: files.map((file) => file.path) });
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

/** Whether a draft has exactly this text. */
const isOf = (draft: Skill["draft"], text: ComparedText): boolean =>
  draft !== null &&
  isSameText(text, { digest: draft.digest, executables: draft.files.map((file) => file.path) });

function ofFolder(
  { root, path, digest, executables, readAt }: NonNullable<Skill["origin"]>,
  { draft }: Skill,
): SkillPlace {
  const read = foundText({ digest, executables: textsSchema.parse(executables) });
  const state = isOf(draft, read) ? "holds" : "replaced";
  return { kind: "folder", name: root, path, state, why: reasons[state], digest, at: readAt.toISOString() };
}

/** Packages that were left out at the last reading, as an earlier one of the same name comes first; by that name, folded. */
async function readShadowed({ db, workspace }: Context): Promise<Map<string, SkillPlace[]>> {
  const own = { workspaceId: workspace.id };
  const [load, sources] = await Promise.all([
    db.directoryLoad.findFirst({
      where: own,
      orderBy: { id: "desc" },
      select: { shadowed: true, startedAt: true },
    }),
    db.source.findMany({
      where: { ...own, NOT: { shadowed: { equals: [] } } },
      select: { name: true, shadowed: true, syncedAt: true },
      orderBy: { name: "asc" },
    }),
  ]);
  const found = new Map<string, SkillPlace[]>();
  const take = (one: ShadowedPackage, place: SkillPlace) => {
    const key = foldName(one.skill);
    found.set(key, [...(found.get(key) ?? []), place]);
  };
  for (const one of parseShadowed(load?.shadowed))
    take(one, shadowed(one, { kind: "folder", name: one.path, at: load?.startedAt ?? null }));
  for (const { name, shadowed: stored, syncedAt } of sources)
    for (const one of parseShadowed(stored)) take(one, shadowed(one, { kind: "source", name, at: syncedAt }));
  return found;
}

const shadowed = (
  { path, message }: ShadowedPackage,
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
