import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { skillIssueSchema } from "@/lib/library/issue-schema";
import { foldName } from "@/lib/skills/fold-name";
import type { DirectoryEntry } from "./directory-schema";
import { importNoteSchema } from "./import-schema";
import { failsStrictly, standardNotes } from "./internal/standard-notes";
import { type LinkedSkill, listLinkedSkills } from "./list-linked-skills";
import { isSameText, type OriginOutcome, overwriteOrKeep } from "./overwrite-or-keep";
import { compareFiles } from "./plan-directories";
import type { SeenDraft } from "./seen-draft";

/** A conflict that a person has decided: by the skill's name here, and the digest of the text that they saw of it there. */
type Settled = { skill: string; digest: string };
/** `ours`: of the draft that they saw, where it gives way. */
export type Settling = { take: readonly (Settled & { ours: string })[]; keep: readonly Settled[] };

type Found = {
  id: string;
  root: string;
  name: string;
  digest: string | null;
  files: { path: string }[];
  nestedIn: string | null;
  message: string | null;
  notes: unknown;
  issues: unknown;
};

/**
 * `deed`: what is to be written. `store` opens or updates the draft, `remember` only notes that this text was seen,
 * `wait` keeps it for a person, `drop` lets go of one that waited: the source has it no more.
 */
export type PlannedItem = {
  entry: DirectoryEntry;
  itemId: string | null;
  deed: "store" | "remember" | "wait" | "drop" | "none";
  /** The package, where its text may be kept. */
  text: { path: string; name: string; digest: string } | null;
  skillHere: SeenDraft | null;
};

/** Compares the staged items of a source with the library and with what was taken last; nothing is written. */
export async function planSource(
  context: WorkspaceContext,
  { sourceId, importId, settling }: { sourceId: string; importId: string; settling: Settling },
): Promise<PlannedItem[]> {
  const items = await readItems(context, importId);
  const skills = await listLinkedSkills(
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
  const unusable = items.filter(({ digest }) => digest === null);
  const isThere = ({ path, name }: { path: string; name: string }) =>
    unusable.some((item) => item.root === path || item.name === name);
  const gone = skills.filter(
    ({ skillId, origin }) =>
      origin && (origin.base || origin.waits) && !taken.has(skillId) && !isThere(origin),
  );
  return [...(await withFiles(context, planned)), ...gone.map(goneFrom)];
}

async function readItems({ db, workspace }: WorkspaceContext, importId: string): Promise<Found[]> {
  return db.importItem.findMany({
    where: { importId, workspaceId: workspace.id },
    orderBy: { position: "asc" },
    select: {
      id: true,
      root: true,
      name: true,
      digest: true,
      files: { where: { executable: true }, select: { path: true } },
      nestedIn: true,
      message: true,
      notes: true,
      issues: true,
    },
  });
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
function matchSkills(items: readonly Found[], skills: readonly LinkedSkill[]): Map<Found, LinkedSkill> {
  const left = new Set(skills);
  const matches = new Map<Found, LinkedSkill>();
  const rules: ((item: Found, skill: LinkedSkill) => boolean)[] = [
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
  notes: [
    ...z
      .array(importNoteSchema)
      .parse(item.notes)
      .map(({ message }) => message),
    ...standardNotes(
      z
        .array(skillIssueSchema)
        .catch([])
        .parse(item.issues)
        .filter((issue) => issue.rule !== "name-mismatch" && failsStrictly(issue)),
    ),
  ],
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

function planOne(item: Found, skill: LinkedSkill | undefined, settling: Settling): PlannedItem {
  const { id: itemId, root: path, name, digest } = item;
  const text = digest === null ? null : { path, name, digest };
  if (!skill || !text)
    return { entry: entryOf(item, "new", ""), itemId, deed: "store", text, skillHere: null };
  const { draft, origin } = skill;
  const theirs = { digest: text.digest, executables: item.files.map(({ path }) => path) };
  const base = origin?.base ?? null;
  const outcome = overwriteOrKeep({ theirs, ours: draft, base });
  const drop = origin?.waits ? "drop" : "none";
  const entry = { ...entryOf(item, "unchanged", reasons[outcome](skill.name)), skill: skill.name };
  const planned = { itemId, text, skillHere: seenDraft(skill) };
  if (outcome === "unchanged") {
    const isKnown = base !== null && isSameText(base, theirs) && origin?.path === path;
    return { ...planned, entry, deed: isKnown ? drop : "remember" };
  }
  if (outcome === "edited") return { ...planned, entry: { ...entry, outcome }, deed: drop };
  if (outcome === "changed") return { ...planned, entry: { ...entry, outcome }, deed: "store" };
  const isSeen = (one: Settled) => one.skill === skill.name && one.digest === text.digest;
  if (settling.take.some((one) => isSeen(one) && one.ours === draft.digest)) {
    const message = "The text of the source was taken instead of the draft here.";
    return { ...planned, entry: { ...entry, outcome: "changed", message }, deed: "store" };
  }
  if (settling.keep.some(isSeen)) {
    const message = "The draft here was kept instead of the text of the source.";
    return { ...planned, entry: { ...entry, outcome: "edited", message }, deed: "remember" };
  }
  return { ...planned, entry: { ...entry, outcome: "conflict" }, deed: "wait" };
}

const seenDraft = ({ skillId, draft }: LinkedSkill): SeenDraft => ({
  skillId,
  draftDigest: draft.digest,
  draftModes: draft.modesRevision,
});

const goneFrom = (skill: LinkedSkill): PlannedItem => ({
  entry: {
    outcome: "gone",
    path: skill.origin?.path || ".",
    skill: skill.name,
    message: "It is no longer in the source, or no longer chosen there. The skill stays.",
    notes: [],
    files: [],
  },
  itemId: null,
  deed: skill.origin?.waits ? "drop" : "none",
  text: null,
  skillHere: seenDraft(skill),
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
