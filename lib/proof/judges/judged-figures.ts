import { countHabits, findIdleJudge } from "@/lib/verdicts/find-idle-judge";
import type { JudgedArm } from "@/lib/verdicts/judge-effect";
import type { JudgeOrders } from "@/lib/verdicts/judged-pair";
import type { JudgementOfRun } from "../internal/judgement-rows";
import type { EffectFigures } from "../reports/effect-schema";
import type { JudgedFigures } from "./judge-schema";

const ordersOf = (judgements: readonly JudgementOfRun[]): JudgeOrders[] =>
  judgements.flatMap(({ said }) =>
    said ? [{ skillFirst: said.skillFirst.word, skillSecond: said.skillSecond.word }] : [],
  );

const isJudged = ({ outcome }: JudgementOfRun): boolean =>
  outcome === "win" || outcome === "tie" || outcome === "loss";

/** What the pairs of a run in one dialect came to, and how the judge is in the habit of answering. */
export function judgedFigures(
  judgements: readonly JudgementOfRun[],
  arms: readonly JudgedArm[],
): JudgedFigures {
  const count = (holds: (one: JudgementOfRun) => boolean) => judgements.filter(holds).length;
  const orders = ordersOf(judgements);
  const invalid = judgements.flatMap(({ invalid: why }) => (why ? [why] : []));
  return {
    arms: arms.map((arm) => ({ ...arm })),
    pairs: {
      judged: count(isJudged),
      skipped: count(({ outcome }) => outcome === "skipped"),
      invalid: count(({ outcome }) => outcome === "invalid"),
      waiting: count(({ outcome }) => outcome === null),
    },
    habits: countHabits(orders),
    invalid: [...Map.groupBy(invalid, ({ reason }) => reason).values()]
      .flatMap(([first, ...rest]) => (first ? [{ ...first, pairs: rest.length + 1 }] : []))
      .toSorted((left, right) => right.pairs - left.pairs),
    idle: findIdleJudge(orders),
  };
}

type GraderFigures = Pick<EffectFigures["graders"][number], "judged" | "idle">;

const neverDecided = {
  reason: "never-decided",
  message: "The judge could never say anything by it, so it counts nowhere.",
};

/** The same of one grader that a judge compares by: found against without, and why it decides nothing. */
export function judgedGrader(judgements: readonly JudgementOfRun[]): GraderFigures {
  const found = judgements.filter(({ arm }) => arm === "found");
  const count = (wanted: JudgementOfRun["outcome"]) =>
    found.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    wins: count("win"),
    ties: count("tie"),
    losses: count("loss"),
    skipped: count("skipped"),
    invalid: count("invalid"),
  };
  const isOver = judgements.length > 0 && judgements.every(({ outcome }) => outcome !== null);
  const isNever = isOver && judgements.every(({ outcome }) => outcome === "invalid");
  return { judged: counts, idle: isNever ? neverDecided : findIdleJudge(ordersOf(judgements)) };
}
