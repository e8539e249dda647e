import type { Direction } from "@/lib/statistics/majority";
import type { Grader } from "./grader-schema";

/** What a judge says of two answers, by the order in which it is shown them. */
export const judgeWords = ["first", "second", "tie"] as const;
export type JudgeWord = (typeof judgeWords)[number];

/** What it said in both orders: `skillFirst` with the answer of the arm with the skill as the first one. */
export type JudgeOrders = { skillFirst: JudgeWord; skillSecond: JudgeWord };

/**
 * Which answer a judge prefers in both orders: `win` is the one with the skill. One that says something else when the order
 * is turned round prefers neither.
 */
export function directionOfOrders({ skillFirst, skillSecond }: JudgeOrders): Direction {
  if (skillFirst === "first" && skillSecond === "second") return "win";
  if (skillFirst === "second" && skillSecond === "first") return "loss";
  return "tie";
}

/** Whether it said the same of the answers in both orders. */
export const isSameInBoth = (orders: JudgeOrders): boolean =>
  directionOfOrders(orders) !== "tie" || (orders.skillFirst === "tie" && orders.skillSecond === "tie");

/** `answered`: a whole answer of which no grader without a model could say anything. */
export type AnswerOutcome = "passed" | "failed" | "answered" | "invalid";

/**
 * What graders say of two answers without a model: their direction, `invalid` where one of the two is no answer, or `judge`
 * where only a judge could tell them apart. One with the skill that fails what is asked for is never the better one, whatever
 * a judge would say of it: not than one that fails as well, and not than one of which no grader could say anything.
 */
export function directionOfGraders(
  without: AnswerOutcome,
  withSkill: AnswerOutcome,
): Direction | "invalid" | "judge" {
  if (without === "invalid" || withSkill === "invalid") return "invalid";
  if (withSkill === "failed") return without === "passed" ? "loss" : "tie";
  if (without === "answered" || withSkill === "answered") return "judge";
  return without === "failed" ? "win" : "judge";
}

/** One direction of what a judge said by several criteria: one that some are for and some against is a tie. */
export function directionOfCriteria(words: readonly (Direction | "invalid")[]): Direction | "invalid" {
  if (words.length === 0 || words.includes("invalid")) return "invalid";
  const [isWon, isLost] = [words.includes("win"), words.includes("loss")];
  return isWon === isLost ? "tie" : isWon ? "win" : "loss";
}

/** What answers are compared by. `grader`: its place among the graders of its task; expectations stand behind the last. */
export type JudgedCriterion = { grader: number; criterion: string };

/** Kinds that nobody here sees, or that only a judge says something of. */
const isUnseen = ({ kind }: Grader): boolean =>
  kind === "judge" || kind === "file-exists" || kind === "file-equals";

/**
 * What a judge compares the answers to a task by: each grader that is written for one. Sentences that must be true of the
 * answer are one criterion together, where nothing else of the task decides anything.
 */
export function criteriaOf({
  graders,
  expectations,
}: {
  graders: readonly Grader[];
  expectations: readonly string[];
}): JudgedCriterion[] {
  const written = graders.flatMap((grader, at) =>
    grader.kind === "judge" ? [{ grader: at, criterion: grader.criterion }] : [],
  );
  if (written.length > 0 || expectations.length === 0 || !graders.every(isUnseen)) return written;
  const sentences = expectations.map((sentence) => `- ${sentence}`).join("\n");
  return [{ grader: graders.length, criterion: `More of these hold of it:\n${sentences}` }];
}
