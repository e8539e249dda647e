import type { SuiteRunState } from "@/lib/proof/proof-options";
import type { FrozenPlan, Subject } from "./frozen-plan";
import { type AttemptWord, type ImprovementKind, passes } from "./improvement-options";
import { nextLength, type TriedLength } from "./next-length";

/** One text as far as it is tried. */
export type AttemptState = {
  position: number;
  /** Null: what stands already. */
  skill: string | null;
  length: number | null;
  characters: number;
  word: AttemptWord | null;
  /** Its own suite was looked at, and it goes on with the neighbours'. */
  ownPassed: boolean;
};

/** Runs of suites, by attempt and skill. */
export type RunStates = ReadonlyMap<string, SuiteRunState>;
export const runKey = (position: number, skill: string): string => `${position} ${skill}`;

export type SearchState = {
  kind: ImprovementKind;
  plan: FrozenPlan;
  /** By their positions; the first is what stands. */
  attempts: readonly AttemptState[];
  runs: RunStates;
};

/**
 * What a search does next; one thing, which can be done twice and comes to the same. `judge-standing`: what stands was
 * measured; `judge-own`: a text in its own suite; `judge-all`: with its neighbours. `conclude`: of the texts of a skill the
 * best one is chosen.
 */
export type NextStep =
  | { step: "run"; position: number; skill: string }
  | { step: "wait" }
  | { step: "judge-standing"; skill: string }
  | { step: "judge-own"; position: number; skill: string }
  | { step: "judge-all"; position: number; skill: string }
  | { step: "propose"; skill: string; length: number | null }
  | { step: "conclude"; skill: string }
  | { step: "end" };

/** Answers the next step, from what is written down alone: any server goes on where another one ended. */
export function decideNext(search: SearchState): NextStep {
  const subjects = search.plan.subjects.filter(({ why }) => why === null);
  for (const subject of subjects) {
    const next = nextOfSubject(search, subject);
    if (next !== null) return next;
  }
  return { step: "end" };
}

/** Null when nothing is left to be done for it. */
function nextOfSubject(search: SearchState, subject: Subject): NextStep | null {
  const { kind, attempts } = search;
  const { skill } = subject;
  const own = attempts.filter((one) => one.skill === skill);
  if (own.some(({ word }) => word === "accepted")) return null;
  const length = kind === "shorten" ? lengthOf(subject, own) : null;
  if (kind === "shorten" && own.length === 0 && length === null) return null;
  const standing = needRun(search, 0, skill);
  if (standing !== null) return standing;
  if (kind === "improve" && attempts[0]?.word === null) return { step: "judge-standing", skill };
  const open = own.find(({ word }) => word === null);
  if (open) return nextOfAttempt(search, open, skill);
  if (kind === "improve" ? own.length === 0 : length !== null) return { step: "propose", skill, length };
  return own.some(({ word }) => word === "passed") ? { step: "conclude", skill } : null;
}

function lengthOf({ description, target }: Subject, own: readonly AttemptState[]): number | null {
  const from = [...description].length;
  return nextLength({ from, target: target ?? from, tried: triedLengths(from, own) });
}

/** Of a text that holds what it really has, which may be less than was asked for. */
export const triedLengths = (
  from: number,
  own: readonly Pick<AttemptState, "length" | "word" | "characters">[],
): TriedLength[] =>
  own.map(({ length, word, characters }) => {
    const asked = length ?? from;
    return passes(word)
      ? { length: Math.min(asked, characters), holds: true }
      : { length: asked, holds: false };
  });

function nextOfAttempt(search: SearchState, { position, ownPassed }: AttemptState, skill: string): NextStep {
  const run = needRun(search, position, skill);
  if (run !== null) return run;
  if (!ownPassed) return { step: "judge-own", position, skill };
  for (const neighbour of search.plan.suites) {
    if (neighbour.skill === skill) continue;
    const needed = needRun(search, 0, neighbour.skill) ?? needRun(search, position, neighbour.skill);
    if (needed !== null) return needed;
  }
  return { step: "judge-all", position, skill };
}

/** One run at a time, so that each can be given all that is left of the limit. */
function needRun({ runs }: SearchState, position: number, skill: string): NextStep | null {
  const state = runs.get(runKey(position, skill));
  if (state === undefined) return { step: "run", position, skill };
  return state === "queued" || state === "running" ? { step: "wait" } : null;
}
