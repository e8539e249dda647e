import { compareUtf8 } from "@/lib/skills/digest";
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
  | { kind: "leaves"; before: StateSkill; at: string | null };

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
 * of publications and withdrawals and never of whoever looks. What left comes before what arrives at the same time.
 */
export function planChanges({ state, isRenamed, delivered, between, departures }: Planning): PlannedChange[] {
  const changes: (Exclude<PlannedChange, { kind: "title" }> & { name: string })[] = [];
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
  return isRenamed ? [{ kind: "title" }, ...changes] : changes;
}

/** A version that comes back because a newer one was withdrawn comes at that moment. */
function whenOf({ skillId, version }: Arriving, departures: Planning["departures"]): string {
  const gone = departures.get(skillId)?.at ?? "";
  return compareUtf8(gone, version.publishedAt) > 0 ? gone : version.publishedAt;
}

const numberOf = (change: PlannedChange): number =>
  change.kind === "arrives" ? change.arriving.version.number : 0;
