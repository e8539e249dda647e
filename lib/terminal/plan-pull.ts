import { foldPath } from "@/lib/skills/package-path";
import type { Lock, LockedSkill } from "./lock-file";
import { compareTree, type Tree, type TreeDifference } from "./read-tree";

/** What is done with one folder. `held`: it was changed here, or is not ours, and is left as it is. */
export type PullStep =
  | { act: "keep" | "add" | "update" | "replace"; skill: LockedSkill }
  | { act: "hold"; skill: LockedSkill; difference: TreeDifference; was: LockedSkill | null }
  | { act: "remove" | "forget"; skill: LockedSkill }
  | { act: "hold-removed"; skill: LockedSkill; difference: TreeDifference };

type Here = { treeOf: (name: string) => Tree | null; hasModes: boolean; force: boolean };

/** Decides for each skill that is delivered or was pulled. What was changed here is only replaced with `force`. */
export function planPull(wanted: readonly LockedSkill[], lock: Lock | null, here: Here): PullStep[] {
  const had = new Map(lock?.skills.map((skill) => [foldPath(skill.name), skill]));
  const names = new Map(wanted.map(({ name }) => [foldPath(name), name]));
  const gone = [...had.values()].filter(({ name }) => names.get(foldPath(name)) !== name);
  // Where case is ignored, a folder whose name has another case now is the same folder: it does not go.
  const isHereStill = ({ name }: LockedSkill): boolean => {
    const now = names.get(foldPath(name));
    return now !== undefined && here.treeOf(now) !== null;
  };
  return [
    ...wanted.map((skill) => planWanted(skill, had.get(foldPath(skill.name)) ?? null, here)),
    ...gone.map((skill): PullStep => (isHereStill(skill) ? { act: "forget", skill } : planGone(skill, here))),
  ];
}

function planWanted(skill: LockedSkill, was: LockedSkill | null, here: Here): PullStep {
  const tree = here.treeOf(skill.name);
  if (tree === null) return { act: "add", skill };
  const difference = compareTree(tree, skill.files, here.hasModes);
  if (difference === null) return { act: "keep", skill };
  const isOurs = was !== null && compareTree(tree, was.files, here.hasModes) === null;
  if (isOurs) return { act: "update", skill };
  return here.force ? { act: "replace", skill } : { act: "hold", skill, difference, was };
}

function planGone(skill: LockedSkill, here: Here): PullStep {
  const tree = here.treeOf(skill.name);
  if (tree === null) return { act: "forget", skill };
  const difference = compareTree(tree, skill.files, here.hasModes);
  return difference === null || here.force
    ? { act: "remove", skill }
    : { act: "hold-removed", skill, difference };
}

/**
 * What the lock file says afterwards: of what was held back that which was there before, so that it stays "changed". A
 * folder whose skill came back in another case is held and named once, then it is nobody's: it has no line of its own.
 */
export function lockedAfter(steps: readonly PullStep[]): LockedSkill[] {
  const wanted = new Set(steps.filter(isWanted).map(({ skill }) => foldPath(skill.name)));
  return steps.flatMap((step) => {
    if (step.act === "hold") return step.was ?? [];
    if (isWanted(step)) return step.skill;
    return step.act === "hold-removed" && !wanted.has(foldPath(step.skill.name)) ? step.skill : [];
  });
}

const isWanted = ({ act }: PullStep): boolean =>
  act !== "remove" && act !== "forget" && act !== "hold-removed";

export const isHeld = (step: PullStep): boolean => step.act === "hold" || step.act === "hold-removed";
