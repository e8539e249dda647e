import "server-only";
import path from "node:path";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { compareManifests } from "@/lib/library/compare-manifests";
import type { ManifestFile } from "@/lib/library/describe-package";
import { sha256 } from "@/lib/platform/crypto";
import { foldName } from "@/lib/skills/fold-name";
import type { DirectoryEntry } from "./directory-schema";
import {
  type ComparedText,
  executablesOf,
  foundText,
  type OriginOutcome,
  overwriteOrKeep,
} from "./overwrite-or-keep";
import type { DiskPackage, DiskReading, KnownPackages } from "./read-directories";

/** A skill of the library that a package on disk belongs to. */
export type DirectorySkill = {
  skillId: string;
  name: string;
  draft: ComparedText;
  /** `notes` are null where what was said of its text is not known. */
  origin: (ComparedText & { root: string; path: string; name: string; notes: string[] | null }) | null;
};

/** An entry of the report with what has to be written for it. */
export type PlannedEntry = DirectoryEntry & { found?: DiskPackage; skillHere?: DirectorySkill };

const executableFiles = {
  where: { executable: true },
  select: { path: true },
  orderBy: { path: "asc" },
} as const;

/** Everything read from disk before, and whatever has one of these names or passes for one. */
export async function listDirectorySkills(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  names: readonly string[],
): Promise<DirectorySkill[]> {
  const rows = await db.skill.findMany({
    where: {
      workspaceId,
      OR: [
        { origin: { isNot: null } },
        { name: { in: [...names] } },
        { nameKey: { in: names.map(foldName) } },
      ],
    },
    orderBy: { name: "asc" },
    select: {
      id: true,
      name: true,
      draft: { select: { digest: true, files: executableFiles } },
      origin: {
        select: { root: true, path: true, name: true, digest: true, executables: true, notes: true },
      },
    },
  });
  return rows.flatMap(({ id, name, draft, origin }) =>
    draft
      ? [
          {
            skillId: id,
            name,
            draft: { digest: draft.digest, executables: draft.files.map(({ path: file }) => file) },
            origin: origin && {
              ...origin,
              notes: textsSchema.parse(origin.notes),
              executables: textsSchema.parse(origin.executables),
            },
          },
        ]
      : [],
  );
}

/** Texts that may never have been kept. */
export const textsSchema = z.array(z.string()).nullable().catch(null);

type Origin = NonNullable<DirectorySkill["origin"]>;
const locationOf = ({ root, path: below }: Origin): string => path.join(root, below);

export async function findKnownPackages(context: WorkspaceContext): Promise<KnownPackages> {
  const skills = await listDirectorySkills(context, []);
  return new Map(
    skills.flatMap(({ origin }) =>
      origin?.notes ? [[locationOf(origin), { ...origin, notes: origin.notes }] as const] : [],
    ),
  );
}

/** Compares what lies on disk with the library and what was read last; decides nothing that a person should. */
export async function planDirectories(
  context: WorkspaceContext,
  reading: DiskReading,
): Promise<PlannedEntry[]> {
  const names = reading.packages.map(({ name }) => name);
  const skills = await listDirectorySkills(context, names);
  const left = new Set(skills);
  const take = (skill: DirectorySkill | undefined) => {
    if (skill) left.delete(skill);
    return skill;
  };
  const at = new Map(skills.flatMap((one) => (one.origin ? [[placeOf(one.origin), one] as const] : [])));
  const matched = new Map(reading.packages.map((found) => [found, take(at.get(placeOf(found)))] as const));
  const found = new Set(reading.packages.map(({ location }) => location));
  const moved = new Map(
    [...left].flatMap((one) =>
      one.origin && !found.has(locationOf(one.origin)) ? [[one.origin.name, one] as const] : [],
    ),
  );
  const named = new Map(skills.map((one) => [one.name, one]));
  const alike = new Map(skills.map((one) => [foldName(one.name), one]));
  const entries = reading.packages.map((one): PlannedEntry => {
    const skill = matched.get(one) ?? take(moved.get(one.name));
    if (skill) return compare(one, skill);
    const namesake = named.get(one.name) ?? alike.get(foldName(one.name));
    // One that was read from another folder, and was given this name here, stays with that folder.
    return compare(one, namesake && !left.has(namesake) ? { ...namesake, origin: null } : take(namesake));
  });
  const gone = [...left].flatMap(({ name, origin }) => {
    if (!origin || reading.rest.some((rest) => concerns(rest, locationOf(origin)))) return [];
    const message = "It is no longer on disk, or its folder no longer configured. The skill stays.";
    return [
      { outcome: "gone" as const, path: locationOf(origin), skill: name, message, notes: [], files: [] },
    ];
  });
  return [...(await withFiles(context, entries)), ...gone, ...reading.rest];
}

const mostFiles = 100;

/** What a reading would change in each draft, file by file. */
async function withFiles(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  entries: readonly PlannedEntry[],
): Promise<PlannedEntry[]> {
  const differs = ({ outcome }: PlannedEntry) => outcome === "changed" || outcome === "conflict";
  const skillIds = entries.flatMap((entry) => (differs(entry) && entry.skillHere?.skillId) || []);
  const rows = await db.draftFile.findMany({
    where: { workspaceId, skillId: { in: skillIds } },
    select: { skillId: true, path: true, sha256: true, size: true, executable: true },
  });
  const here = Map.groupBy(rows, ({ skillId }) => skillId);
  return entries.map((entry) => {
    const { found, skillHere } = entry;
    if (!differs(entry) || !found || !skillHere) return entry;
    return { ...entry, files: compareFiles(here.get(skillHere.skillId) ?? [], found.files) };
  });
}

export function compareFiles(
  before: readonly ManifestFile[],
  after: readonly ManifestFile[],
): DirectoryEntry["files"] {
  const was = new Set(before.map(({ path: file }) => file));
  const is = new Set(after.map(({ path: file }) => file));
  const changes = compareManifests(before, after).paths.map((file) => {
    const change = was.has(file) ? (is.has(file) ? "changed" : "removed") : "added";
    return { path: file, change } as const;
  });
  return changes.slice(0, mostFiles);
}

/** Another name in the same folder is another skill. */
const placeOf = ({ root, path: below, name }: Pick<Origin, "root" | "path" | "name">): string =>
  JSON.stringify([root, below, name]);

/** A folder that could not be read, or was left out as a duplicate, is not gone. */
function concerns({ outcome, path: at }: DirectoryEntry, location: string): boolean {
  if (outcome === "note") return false;
  return at === location || at.startsWith(location + path.sep) || location.startsWith(at + path.sep);
}

function compare(found: DiskPackage, skill: DirectorySkill | undefined): PlannedEntry {
  const { location, name, notes } = found;
  const base = { path: location, notes, found, message: "", files: [] };
  if (!skill) return { ...base, outcome: "new", skill: name };
  const entry = { ...base, skill: skill.name, skillHere: skill };
  const outcome = overwriteOrKeep({
    theirs: foundText(textOfPackage(found)),
    ours: skill.draft,
    base: skill.origin,
  });
  const message = outcomeReasons[outcome]?.(skill.name) ?? "";
  return { ...entry, outcome: outcome === "unlinked" ? "conflict" : outcome, message };
}

/** A package on disk, to be held against others. */
export const textOfPackage = ({ digest, files }: Pick<DiskPackage, "digest" | "files">): ComparedText => ({
  digest,
  executables: executablesOf(files),
});

const outcomeReasons: Partial<Record<OriginOutcome, (name: string) => string>> = {
  unlinked: (name) => `There is a skill ${name} already, with another text, which was not read from here.`,
  edited: () => "Its draft was edited here since it was read; the disk has nothing newer.",
  conflict: () => "It was changed on disk and edited here since it was read.",
};

/** Exactly this state of the disk and of the library. */
export function fingerprintOf(plan: readonly PlannedEntry[]): string {
  const lines = plan.map(({ outcome, path: at, skill, message, found, skillHere }) =>
    JSON.stringify([outcome, at, skill, message, found && textOfPackage(found), skillHere?.draft]),
  );
  return sha256(lines.join("\n"));
}
