import { type Direction, isMeasured, majorityDirection } from "@/lib/statistics/majority";
import { type AnswerOutcome, directionOfGraders } from "../judged-pair";

/** What a judge said of one repeat of a task, over all its criteria: the arm with the skill against the one without. */
export type JudgedPair = {
  task: string;
  repeat: number;
  arm: "found" | "given";
  direction: Direction | "invalid";
};

/** Tasks that a judge could decide, by their direction in one arm against the one without the skill. */
export type JudgedArm = {
  arm: JudgedPair["arm"];
  wins: number;
  ties: number;
  losses: number;
  invalid: string[];
};

/** Repeats count from 1. */
type Ended = { repeat: number; outcome: AnswerOutcome };

type Pairing = {
  inArm: (task: string, arm: "without" | JudgedPair["arm"]) => readonly Ended[];
  /** How many repeats of a task were declared. */
  declaredOf: (task: string) => number;
  words: readonly JudgedPair[];
};

/** Each repeat of a task in one arm, in their order, against the same one without the skill. */
export type PairsIn = (task: string, arm: JudgedPair["arm"]) => (Direction | "invalid")[];

/** Graders first; a judge's word where they cannot tell two answers apart. What was not tried is not valid. */
export function pairing({ inArm, declaredOf, words }: Pairing): PairsIn {
  const placed = new Map(words.map((one) => [`${one.task} ${one.arm} ${one.repeat}`, one.direction]));
  return (task, arm) => {
    const outcomesOf = (trials: readonly Ended[]) =>
      new Map(trials.map(({ repeat, outcome }) => [repeat, outcome]));
    const [without, withSkill] = [outcomesOf(inArm(task, "without")), outcomesOf(inArm(task, arm))];
    return Array.from({ length: declaredOf(task) }, (_, at) => {
      const [before, after] = [without.get(at + 1) ?? "invalid", withSkill.get(at + 1) ?? "invalid"];
      const graded = directionOfGraders(before, after);
      if (graded !== "judge") return graded;
      // Both pass, and no judge is asked of this task: they are the same.
      const isSame = before === "passed" && after === "passed";
      return placed.get(`${task} ${arm} ${at + 1}`) ?? (isSame ? "tie" : "invalid");
    });
  };
}

export function directionOfPairs(pairs: readonly (Direction | "invalid")[]): Direction | null {
  const valid = pairs.filter((pair) => pair !== "invalid");
  return isMeasured(valid.length, pairs.length) ? majorityDirection(valid) : null;
}

/** Over the tasks that a judge was asked of. */
export function judgedArms(words: readonly JudgedPair[], pairsIn: PairsIn): JudgedArm[] {
  const tasks = [...new Set(words.map(({ task }) => task))];
  return (["found", "given"] as const).map((arm) => {
    const directions = tasks.map((id) => ({ id, direction: directionOfPairs(pairsIn(id, arm)) }));
    const count = (wanted: Direction) => directions.filter(({ direction }) => direction === wanted).length;
    const invalid = directions.flatMap(({ id, direction }) => (direction === null ? [id] : []));
    return { arm, wins: count("win"), ties: count("tie"), losses: count("loss"), invalid };
  });
}
