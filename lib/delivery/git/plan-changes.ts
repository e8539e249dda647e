import { compareUtf8 } from "@/lib/skills/digest";
import { foldName } from "@/lib/skills/fold-name";
import type { DeliveredFile, DeliveredVersion } from "../delivered";
import type { StateSkill } from "./git-record-schema";

/** A version on its way into the history, in its folder. */
export type Arriving = {
  skillId: string;
  name: string;
  version: DeliveredVersion;
  files: readonly DeliveredFile[];
};

/** When something went, as far as anything says so. */
export type Departure = { at: string | null };

export type PlannedChange =
  | { kind: "title" }
  | { kind: "arrives"; arriving: Arriving; before: StateSkill | null; at: string }
  | { kind: "leaves"; before: Held; at: string | null };

type Held = Pick<StateSkill, "skillId" | "name">;
type SkillChange = Exclude<PlannedChange, { kind: "title" }>;

export type Planning = {
  /** What the newest commit says, by skill. */
  state: ReadonlyMap<string, StateSkill>;
  isRenamed: boolean;
  /** What is delivered now. */
  delivered: readonly Arriving[];
  /** Versions that a skill which follows its newest one went through since, oldest first. */
  between: ReadonlyMap<string, readonly Arriving[]>;
  /** Of skills whose version changed or that left: when the version before was withdrawn or the skill archived. */
  departures: ReadonlyMap<string, Departure>;
};

/**
 * The commits that lead from one state to the next: one for each version, in the order of their times, which are those
 * of publications and withdrawals and never of whoever looks. What left comes before what arrives at the same time, and
 * before what arrives in its folder.
 */
export function planChanges({ state, isRenamed, delivered, between, departures }: Planning): PlannedChange[] {
  const changes: (SkillChange & { name: string })[] = [];
  const now = new Set(delivered.map(({ skillId }) => skillId));
  for (const before of state.values())
    if (!now.has(before.skillId))
      changes.push({
        kind: "leaves",
        before,
        at: departures.get(before.skillId)?.at ?? null,
        name: before.name,
      });
  for (const arriving of delivered) {
    const before = state.get(arriving.skillId) ?? null;
    if (before?.versionId === arriving.version.id) continue;
    for (const step of [...(between.get(arriving.skillId) ?? []), arriving])
      changes.push({
        kind: "arrives",
        arriving: step,
        before,
        at: whenOf(step, departures),
        name: step.name,
      });
  }
  changes.sort(
    (left, right) =>
      compareUtf8(left.at ?? "", right.at ?? "") ||
      Number(right.kind === "leaves") - Number(left.kind === "leaves") ||
      compareUtf8(left.name, right.name) ||
      numberOf(left) - numberOf(right),
  );
  const apart = keepApart(changes, state);
  return isRenamed ? [{ kind: "title" }, ...apart] : apart;
}

const skillOf = (change: SkillChange): Held => (change.kind === "leaves" ? change.before : change.arriving);

/**
 * The same changes, with no two skills in one folder at any of them. Whoever has the folder of one that arrives and
 * goes later goes just before it, and comes back where it arrives itself; while one stays, no other has its folder.
 */
function keepApart(changes: readonly SkillChange[], state: Planning["state"]): SkillChange[] {
  const last = new Map(changes.map((change, at) => [skillOf(change).skillId, at]));
  const holders = new Map<string, Held>([...state.values()].map((skill) => [foldName(skill.name), skill]));
  const folders = new Map([...state.values()].map(({ skillId, name }) => [skillId, foldName(name)]));
  const leave = (skillId: string): boolean => {
    holders.delete(folders.get(skillId) ?? "");
    return folders.delete(skillId);
  };
  return changes.flatMap((change, at): SkillChange[] => {
    const { skillId, name } = skillOf(change);
    if (change.kind === "leaves") return leave(skillId) ? [change] : [];
    const folder = foldName(name);
    const holder = holders.get(folder);
    const taker = holder?.skillId === skillId ? undefined : holder;
    if (taker && (last.get(taker.skillId) ?? -1) < at) return [];
    if (taker) leave(taker.skillId);
    leave(skillId);
    holders.set(folder, change.arriving);
    folders.set(skillId, folder);
    return taker ? [{ kind: "leaves", before: taker, at: change.at }, change] : [change];
  });
}

/** A version that comes back because a newer one was withdrawn comes at that moment. */
function whenOf({ skillId, version }: Arriving, departures: Planning["departures"]): string {
  const gone = departures.get(skillId)?.at ?? "";
  return compareUtf8(gone, version.publishedAt) > 0 ? gone : version.publishedAt;
}

const numberOf = (change: PlannedChange): number =>
  change.kind === "arrives" ? change.arriving.version.number : 0;
