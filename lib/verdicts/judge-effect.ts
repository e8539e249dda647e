import { type ArmEffects, decomposeArms, type PassCounts } from "@/lib/statistics/arm-effects";
import { compareVersions } from "@/lib/statistics/compare-versions";
import { decideVerdict, type JudgedSuite, type TaskResult } from "@/lib/statistics/decide-verdict";
import { type ExactTest, signTest } from "@/lib/statistics/exact-tests";
import { type Direction, isMeasured, isMostlyRight, type Repeats } from "@/lib/statistics/majority";
import { type RepeatAgreement, repeatAgreement } from "@/lib/statistics/repeat-agreement";
import {
  directionOfPairs,
  type JudgedArm,
  type JudgedPair,
  judgedArms,
  pairing,
} from "./internal/pair-repeats";
import { signedPart } from "./internal/signed-part";
import type { AnswerOutcome } from "./judged-pair";

/** How a task is tried; `leftOut` is the path of the file that is missing in arm `left-out`, else null. */
export type EffectArm = {
  arm: "without" | "found" | "given" | "approved" | "left-out";
  leftOut: string | null;
};

/** One trial that has ended. `repeat` counts from 1: the same one of another arm is its counterpart. */
export type EffectTrial = EffectArm & {
  task: string;
  repeat: number;
  outcome: AnswerOutcome;
};

export type EffectTask = { id: string; golden: boolean };

export type { JudgedArm, JudgedPair };

export type EffectToJudge = {
  tasks: readonly EffectTask[];
  /** In the order in which they are told. */
  arms: readonly EffectArm[];
  /** As declared, of each task and arm; of runs that are pooled, by the task (0 where it is not there). */
  repeats: number | ReadonlyMap<string, number>;
  /** Of one dialect. */
  trials: readonly EffectTrial[];
  /** Null where no judge was asked: then graders alone decide. */
  judged: readonly JudgedPair[] | null;
};

/** k of n: trials that passed, of those that count. */
export type ArmCounts = EffectArm & PassCounts & { invalid: number };

export type JudgedTask = {
  id: string;
  arms: ArmCounts[];
  /** Found against without; null where fewer than half of the declared repeats count in both. */
  direction: Direction | null;
  effects: ArmEffects | null;
};

/** How many tasks pass more often and less often; `p` of the more frequent side, one-sided. */
export type SignedPart = { up: string[]; down: string[]; p: number };

export type JudgedEffect = {
  tasks: JudgedTask[];
  arms: ArmCounts[];
  overall: ArmEffects | null;
  parts: { worth: SignedPart; finding: SignedPart; total: SignedPart };
  unmeasured: readonly string[];
  judged: JudgedSuite;
  p: ExactTest;
  agreement: RepeatAgreement | null;
  golden: { passed: string[]; failed: string[]; unmeasured: string[] };
  /** Found against the last published version; null where that is no arm. */
  approved: ReturnType<typeof compareVersions> | null;
  leftOut: (SignedPart & { path: string; effect: number | null; measured: number })[];
  /** None where no judge was asked. */
  judgedArms: JudgedArm[];
};

/**
 * What the trials of an effect run in one dialect amount to. The verdict is found against without, each repeat held against
 * its counterpart and each task counting once; the other arms explain it. Where graders cannot tell two answers apart, a
 * judge's word decides, if one was asked. Invalid trials are in no figure.
 */
export function judgeEffect({ tasks, arms, repeats, trials, judged: words }: EffectToJudge): JudgedEffect {
  const trialsOf = Map.groupBy(trials, (trial) => `${trial.task} ${keyOf(trial)}`);
  const inArm = (task: string, arm: EffectArm) => trialsOf.get(`${task} ${keyOf(arm)}`) ?? [];
  const declaredOf = (task: string) => (typeof repeats === "number" ? repeats : (repeats.get(task) ?? 0));
  const answered = new Set(trials.flatMap(({ task, outcome }) => (outcome === "answered" ? [task] : [])));
  const pairsIn = pairing({ inArm: (task, arm) => inArm(task, plain(arm)), declaredOf, words: words ?? [] });
  const counted = tasks.map(({ id, golden }) => ({
    id,
    golden,
    declared: declaredOf(id),
    arms: arms.map((arm) => countsOf(arm, inArm(id, arm))),
    isAnswered: answered.has(id),
    pairs: pairsIn(id, "found"),
    failing: new Set(
      inArm(id, plain("found")).flatMap(({ repeat, outcome }) => (outcome === "failed" ? [repeat] : [])),
    ),
  }));
  const inThree = counted.map((task) => ({
    id: task.id,
    without: countsIn(task, plain("without")),
    found: countsIn(task, plain("found")),
    given: countsIn(task, plain("given")),
  }));
  const decomposition = decomposeArms(inThree);
  const effects = new Map(decomposition.tasks.map(({ id, ...own }) => [id, own]));
  const results = counted.map((task): TaskResult => {
    return { id: task.id, repeats: task.pairs, golden: task.golden ? goldenRepeats(task) : null };
  });
  const judged = decideVerdict(results);
  const part = (name: keyof ArmEffects) =>
    signedPart(decomposition.tasks.map((task) => ({ id: task.id, difference: task[name] })));
  return {
    tasks: counted.map(({ id, arms: own, pairs }) => ({
      id,
      arms: own,
      direction: directionOfPairs(pairs),
      effects: effects.get(id) ?? null,
    })),
    arms: arms.map((arm) => sumOf(arm, counted)),
    overall: decomposition.overall,
    parts: { worth: part("worth"), finding: part("finding"), total: part("total") },
    // Of a task that only a judge decides there is no rate of passes, and none is missing.
    unmeasured: decomposition.unmeasured.filter((id) => !answered.has(id)),
    judged,
    p: signTest(judged.counts.wins, judged.counts.losses),
    agreement: repeatAgreement(results),
    golden: goldenOf(counted),
    approved: arms.some(({ arm }) => arm === "approved") ? againstApproved(counted) : null,
    leftOut: arms.flatMap((arm) => (arm.leftOut === null ? [] : [fileEffect(counted, arm, arm.leftOut)])),
    judgedArms: words === null ? [] : judgedArms(words, pairsIn),
  };
}

type Counted = EffectTask & {
  /** Repeats as declared. */
  declared: number;
  arms: ArmCounts[];
  /** Some answer of it was graded by nothing but a judge. */
  isAnswered: boolean;
  pairs: (Direction | "invalid")[];
  /** Repeats that failed with the skill. */
  failing: ReadonlySet<number>;
};

/**
 * How often a golden task held with the skill; one that only a judge decides holds where it is not worse than without, and
 * fails no grader that needs no judge.
 */
function goldenRepeats(task: Counted): Repeats {
  if (!task.isAnswered) {
    const { passed, valid } = countsIn(task, plain("found"));
    return { right: passed, valid };
  }
  const holds = task.pairs.flatMap((pair, at) =>
    pair === "invalid" ? [] : [pair !== "loss" && !task.failing.has(at + 1)],
  );
  return { right: holds.filter((one) => one).length, valid: holds.length };
}

const plain = (arm: Exclude<EffectArm["arm"], "left-out">): EffectArm => ({ arm, leftOut: null });
const keyOf = ({ arm, leftOut }: EffectArm): string => `${arm} ${leftOut ?? ""}`;

function countsOf({ arm, leftOut }: EffectArm, trials: readonly EffectTrial[]): ArmCounts {
  const count = (outcome: EffectTrial["outcome"]) =>
    trials.filter((trial) => trial.outcome === outcome).length;
  const passed = count("passed");
  return { arm, leftOut, passed, valid: passed + count("failed"), invalid: count("invalid") };
}

const none: PassCounts = { passed: 0, valid: 0 };

const countsIn = ({ arms }: Pick<Counted, "arms">, wanted: EffectArm): PassCounts =>
  arms.find((arm) => keyOf(arm) === keyOf(wanted)) ?? none;

const rateIn = (task: Counted, arm: EffectArm): number | null => {
  const { passed, valid } = countsIn(task, arm);
  return valid === 0 ? null : passed / valid;
};

function sumOf({ arm, leftOut }: EffectArm, tasks: readonly Counted[]): ArmCounts {
  const own = tasks.flatMap(({ arms }) => arms.filter((one) => keyOf(one) === keyOf({ arm, leftOut })));
  const sum = (of: "passed" | "valid" | "invalid") => own.reduce((total, one) => total + one[of], 0);
  return { arm, leftOut, passed: sum("passed"), valid: sum("valid"), invalid: sum("invalid") };
}

function goldenOf(tasks: readonly Counted[]): JudgedEffect["golden"] {
  const golden = tasks.flatMap((task) => {
    if (!task.golden) return [];
    const held = goldenRepeats(task);
    return [{ id: task.id, passes: isMeasured(held.valid, task.declared) ? isMostlyRight(held) : null }];
  });
  const ids = (wanted: boolean | null) =>
    golden.filter(({ passes }) => passes === wanted).map(({ id }) => id);
  return { passed: ids(true), failed: ids(false), unmeasured: ids(null) };
}

function againstApproved(tasks: readonly Counted[]) {
  const repeatsIn = (task: Counted, arm: EffectArm) => {
    const { passed, valid } = countsIn(task, arm);
    return isMeasured(valid, task.declared) ? { right: passed, valid } : { right: 0, valid: 0 };
  };
  return compareVersions(
    tasks.map((task) => ({
      id: task.id,
      before: repeatsIn(task, plain("approved")),
      after: repeatsIn(task, plain("found")),
    })),
  );
}

/** Given without the file less given with it: below 0 where the file helps. */
function fileEffect(
  tasks: readonly Counted[],
  arm: EffectArm,
  path: string,
): JudgedEffect["leftOut"][number] {
  const measured = tasks.flatMap((task) => {
    const [whole, lacking] = [rateIn(task, plain("given")), rateIn(task, arm)];
    return whole === null || lacking === null ? [] : [{ id: task.id, difference: lacking - whole }];
  });
  const sum = measured.reduce((total, { difference }) => total + difference, 0);
  return {
    path,
    ...signedPart(measured),
    measured: measured.length,
    effect: measured.length === 0 ? null : sum / measured.length,
  };
}
