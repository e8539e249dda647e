import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { err, ok, type Result } from "@/lib/kernel/result";
import { runnableCases, type SuiteCase } from "./suite";

/** Cases to learn from, and cases that are only judged on. */
export type CaseSplit = { training: SuiteCase[]; heldOut: SuiteCase[] };

/** Of cases that should activate the skill, and of the others. */
type ClassCounts = { trigger: number; not: number };

export type SplitRefusal = {
  training: ClassCounts;
  heldOut: ClassCounts;
  needed: typeof fewestOfClass;
  message: string;
};

/** With fewer of a class, what is learnt or shown is of single sentences. */
export const fewestOfClass = { training: 3, heldOut: 2 } as const;

/** Two of five. */
const heldOutShare = 0.4;

/**
 * Divides a suite once and for all: the message alone decides on which side a case is, so that no case moves when
 * others come and go, nor when its expectation turns. Refused while either side has too few of a class.
 */
export function splitCases(cases: readonly SuiteCase[], skill: string): Result<CaseSplit, SplitRefusal> {
  const runnable = runnableCases(cases);
  const training = runnable.filter(({ query }) => !isHeldOut(query));
  const heldOut = runnable.filter(({ query }) => isHeldOut(query));
  const counts = { training: countClasses(training, skill), heldOut: countClasses(heldOut, skill) };
  const missing = (["training", "heldOut"] as const).flatMap((side) =>
    (["trigger", "not"] as const).flatMap((kind) => {
      const short = fewestOfClass[side] - counts[side][kind];
      return short > 0 ? [`${short} more ${words[kind]} ${words[side]}`] : [];
    }),
  );
  if (missing.length === 0) return ok({ training, heldOut });
  const message = `There are too few cases to learn from one part and judge on another: ${missing.join(", ")}. Which part a case is in follows from its text; add cases until both have enough.`;
  return err({ ...counts, needed: fewestOfClass, message });
}

const words = {
  trigger: "that should activate the skill",
  not: "that should not",
  training: "to learn from",
  heldOut: "to judge on",
} as const;

/** On which side a message is: the same for ever, whatever else is in its suite. */
export function isHeldOut(query: string): boolean {
  const [first = 0, second = 0] = sha256(utf8ToBytes(`held out\n${query.normalize("NFC")}`));
  return (first * 256 + second) / 65_536 < heldOutShare;
}

function countClasses(cases: readonly SuiteCase[], skill: string): ClassCounts {
  const trigger = cases.filter(({ expected }) => expected.kind === "skill" && expected.name === skill).length;
  return { trigger, not: cases.length - trigger };
}
