import { isSameInBoth, type JudgeOrders, type JudgeWord } from "./judged-pair";

export type IdleJudge = { reason: "always-first" | "always-second" | "always-tie"; message: string };

/** Of fewer pairs nothing is said: that one after the other is a tie may well be so. */
const fewestPairs = 3;

const messages = {
  first: "It always prefers the answer that it is shown first: it goes by the order, so every pair is a tie.",
  second:
    "It always prefers the answer that it is shown second: it goes by the order, so every pair is a tie.",
  tie: "It never prefers an answer: it tells nothing apart.",
} as const satisfies Record<JudgeWord, string>;

/** A judge that decides nothing, whatever it is shown; null for one that does, or that judged too few pairs to say so. */
export function findIdleJudge(pairs: readonly JudgeOrders[]): IdleJudge | null {
  const words = pairs.flatMap(({ skillFirst, skillSecond }) => [skillFirst, skillSecond]);
  const [first] = words;
  if (pairs.length < fewestPairs || first === undefined || words.some((word) => word !== first)) return null;
  return { reason: `always-${first}`, message: messages[first] };
}

/** What a judge said, over all pairs that it judged. */
export type JudgeHabits = {
  /** Pairs of which it said the same in both orders, and the others, which are ties. */
  agreed: number;
  turned: number;
  /** Answers that it preferred by their place, in requests. */
  first: number;
  second: number;
  tie: number;
};

export function countHabits(pairs: readonly JudgeOrders[]): JudgeHabits {
  const words = pairs.flatMap(({ skillFirst, skillSecond }) => [skillFirst, skillSecond]);
  const count = (wanted: JudgeWord) => words.filter((word) => word === wanted).length;
  const agreed = pairs.filter(isSameInBoth).length;
  return {
    agreed,
    turned: pairs.length - agreed,
    first: count("first"),
    second: count("second"),
    tie: count("tie"),
  };
}
