import { requireCounts } from "./require-counts";

/** Which of two sides a comparison favours: `win` is the side with the skill, or the newer one. */
export type Direction = "win" | "tie" | "loss";

/**
 * Gives the direction of a difference and forgets its size: judges' grades are ordinal, and a test over their sizes punishes
 * one win for being larger than the others. Throws when it is not a number.
 */
export function directionOf(difference: number): Direction {
  if (Number.isNaN(difference)) throw new RangeError("What is not a number has no direction.");
  if (difference === 0) return "tie";
  return difference > 0 ? "win" : "loss";
}

/**
 * Makes one direction of the repeats of one task, which are no independent evidence: the one that more than half of them
 * have, else a tie. Null without repeats.
 */
export function majorityDirection(repeats: readonly Direction[]): Direction | null {
  if (repeats.length === 0) return null;
  const has = (direction: Direction) =>
    repeats.filter((repeat) => repeat === direction).length * 2 > repeats.length;
  return (["win", "loss"] as const).find(has) ?? "tie";
}

/** How many of one case's valid repeats were right. */
export type Repeats = { readonly right: number; readonly valid: number };

/** Says whether so few are invalid that what was declared was measured: half of it at least, and something. */
export const isMeasured = (valid: number, declared: number): boolean => valid > 0 && valid * 2 >= declared;

/**
 * Says whether a case is right: when more than half of its valid repeats are, so that one which comes out by halves is not.
 * Null without a valid repeat: the case was not measured.
 */
export function isMostlyRight({ right, valid }: Repeats): boolean | null {
  requireCounts(right, valid);
  return valid === 0 ? null : right * 2 > valid;
}
