import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { foldName } from "@/lib/skills/fold-name";
import { compareOrigin, type OriginOutcome } from "./compare-origin";
import type { DirectoryEntry } from "./directory-schema";
import { importNoteSchema } from "./import-schema";
import { compareFiles } from "./plan-directories";

/** A conflict that a person has decided: by the skill's name here, and the digest of the text that they saw of it there. */
export type Settled = { skill: string; digest: string };
export type Settling = { take: readonly Settled[]; keep: readonly Settled[] };

type Found = {
  id: string;
  root: string;
  name: string;
  digest: string | null;
  nestedIn: string | null;
  message: string | null;
  notes: unknown;
};

type Linked = {
  skillId: string;
  name: string;
  nameKey: string;
  draftDigest: string;
  origin: { path: string; name: string; digest: string | null } | null;
};

/**
 * `deed`: what is to be written. `store` opens or updates the draft, `remember` only notes that this text was seen,
 * `wait` keeps it for a person.
 */
export type PlannedItem = {
  entry: DirectoryEntry;
  itemId: string | null;
  deed: "store" | "remember" | "wait" | "none";
  /** The package, where its text may be kept. */
  text: { path: string; name: string; digest: string } | null;
  skillHere: { skillId: string; draftDigest: string } | null;
};

/** Compares the staged items of a source with the library and with what was taken last; nothing is written. */
export async function planSource(
  context: WorkspaceContext,
  { sourceId, importId, settling }: { sourceId: string; importId: string; settling: Settling },
): Promise<PlannedItem[]> {
  const items = await readItems(context, importId);
  const skills = await listLinked(
    context,
    sourceId,
    items.map(({ name }) => name),
  );
  const own = ownItems(items);
  const matches = matchSkills([...own.values()], skills);
  const planned = items.map((item) => {
    if (item.digest === null) return aside(item, "failed", item.message ?? "It cannot be kept.");
    if (item.nestedIn !== null)
      return aside(item, "note", "It lies inside another skill, which has its files.");
    const first = own.get(foldName(item.name));
    if (first && first !== item)
      return aside(
        item,
        "duplicate",
        `${placeOf(first)} has the name ${first.name} already, and comes first.`,
      );
    return planOne(item, matches.get(item), settling);
  });
  const taken = new Set([...matches.values()].map(({ skillId }) => skillId));
  const gone = skills.filter(({ skillId, origin }) => origin?.digest != null && !taken.has(skillId));
  return [...(await withFiles(context, planned)), ...gone.map(goneFrom)];
}

async function readItems({ db, workspace }: WorkspaceContext, importId: string): Promise<Found[]> {
  return db.importItem.findMany({
    where: { importId, workspaceId: workspace.id },
    orderBy: { position: "asc" },
    select: { id: true, root: true, name: true, digest: true, nestedIn: true, message: true, notes: true },
  });
}

/** Every skill that came from this source, and whatever has one of these names or passes for one. */
async function listLinked(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  sourceId: string,
  names: readonly string[],
): Promise<Linked[]> {
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
      draft: { select: { digest: true } },
      sources: { where: { sourceId }, select: { path: true, name: true, digest: true } },
    },
  });
  return rows.flatMap(({ id, draft, sources, ...row }) =>
    draft ? [{ ...row, skillId: id, draftDigest: draft.digest, origin: sources[0] ?? null }] : [],
  );
}

/** The first of each name. */
function ownItems(items: readonly Found[]): Map<string, Found> {
  const own = new Map<string, Found>();
  for (const item of items) {
    const key = foldName(item.name);
    if (item.digest !== null && item.nestedIn === null && !own.has(key)) own.set(key, item);
  }
  return own;
}

/** By the place that it came from, then by the name that it had there, then by its name here. Each skill once. */
function matchSkills(items: readonly Found[], skills: readonly Linked[]): Map<Found, Linked> {
  const left = new Set(skills);
  const matches = new Map<Found, Linked>();
  const rules: ((item: Found, skill: Linked) => boolean)[] = [
    ({ root, name }, { origin }) => origin?.path === root && origin.name === name,
    ({ name }, { origin }) => origin?.name === name,
    ({ name }, { nameKey, origin }) => origin === null && nameKey === foldName(name),
  ];
  for (const isSame of rules) {
    const open = items.filter((item) => !matches.has(item));
    for (const item of open) {
      const skill = [...left].find((one) => isSame(item, one));
      if (!skill) continue;
      matches.set(item, skill);
      left.delete(skill);
    }
  }
  return matches;
}

const placeOf = ({ root }: Pick<Found, "root">): string => root || ".";

const entryOf = (item: Found, outcome: DirectoryEntry["outcome"], message: string): DirectoryEntry => ({
  outcome,
  path: placeOf(item),
  skill: item.name,
  message,
  notes: z
    .array(importNoteSchema)
    .parse(item.notes)
    .map(({ message }) => message),
  files: [],
});

const aside = (item: Found, outcome: DirectoryEntry["outcome"], message: string): PlannedItem => ({
  entry: entryOf(item, outcome, message),
  itemId: item.id,
  deed: "none",
  text: null,
  skillHere: null,
});

const reasons: Record<OriginOutcome, (skill: string) => string> = {
  unchanged: () => "",
  changed: () => "",
  edited: () => "Its draft was edited here; the source has nothing newer.",
  conflict: () => "It was changed in the source and edited here. The draft was left as it is.",
  unlinked: (skill) => `There is a skill ${skill} already, with another text, which did not come from here.`,
};

function planOne(item: Found, skill: Linked | undefined, settling: Settling): PlannedItem {
  const { id: itemId, root: path, name, digest } = item;
  const text = digest === null ? null : { path, name, digest };
  if (!skill || !text)
    return { entry: entryOf(item, "new", ""), itemId, deed: "store", text, skillHere: null };
  const base = skill.origin?.digest ?? null;
  const outcome = compareOrigin({ theirs: text.digest, ours: skill.draftDigest, base });
  const entry = { ...entryOf(item, "unchanged", reasons[outcome](skill.name)), skill: skill.name };
  const planned = { itemId, text, skillHere: skill };
  if (outcome === "unchanged") {
    const isKnown = base === text.digest && skill.origin?.path === path;
    return { ...planned, entry, deed: isKnown ? "none" : "remember" };
  }
  if (outcome === "edited") return { ...planned, entry: { ...entry, outcome }, deed: "none" };
  if (outcome === "changed") return { ...planned, entry: { ...entry, outcome }, deed: "store" };
  const isIn = (list: readonly Settled[]) =>
    list.some((one) => one.skill === skill.name && one.digest === text.digest);
  if (isIn(settling.take)) {
    const message = "The text of the source was taken instead of the draft here.";
    return { ...planned, entry: { ...entry, outcome: "changed", message }, deed: "store" };
  }
  if (isIn(settling.keep)) {
    const message = "The draft here was kept instead of the text of the source.";
    return { ...planned, entry: { ...entry, outcome: "edited", message }, deed: "remember" };
  }
  return { ...planned, entry: { ...entry, outcome: "conflict" }, deed: "wait" };
}

const goneFrom = ({ name, origin }: Linked): PlannedItem => ({
  entry: {
    outcome: "gone",
    path: origin?.path || ".",
    skill: name,
    message: "It is no longer in the source. The skill stays.",
    notes: [],
    files: [],
  },
  itemId: null,
  deed: "none",
  text: null,
  skillHere: null,
});

/** What each would change in its draft, file by file. */
async function withFiles(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  planned: readonly PlannedItem[],
): Promise<PlannedItem[]> {
  const differing = planned.filter(
    ({ deed, skillHere }) => skillHere && (deed === "store" || deed === "wait"),
  );
  const columns = { path: true, sha256: true, size: true, executable: true } as const;
  const here = await db.draftFile.findMany({
    where: { workspaceId, skillId: { in: differing.flatMap(({ skillHere }) => skillHere?.skillId ?? []) } },
    select: { ...columns, skillId: true },
  });
  const there = await db.importFile.findMany({
    where: { workspaceId, itemId: { in: differing.flatMap(({ itemId }) => itemId ?? []) } },
    select: { ...columns, itemId: true },
  });
  const [ours, theirs] = [
    Map.groupBy(here, (file) => file.skillId),
    Map.groupBy(there, (file) => file.itemId),
  ];
  return planned.map((one) => {
    if (!differing.includes(one)) return one;
    const [before, after] = [ours.get(one.skillHere?.skillId ?? ""), theirs.get(one.itemId ?? "")];
    return { ...one, entry: { ...one.entry, files: compareFiles(before ?? [], after ?? []) } };
  });
}
