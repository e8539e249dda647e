import type { SessionEvent } from "@/lib/runtime/events";
import type { OpenSuiteRun } from "../runs/open-suite-run";
import type { TriedArm } from "../suites/task-schema";
import { type Asked, type Decided, decideEarly, decideTrial } from "./decide-trial";
import { gradeTrial, isGiven } from "./grade-trial";

/** What one trial sends, and what is made of its session. */
export type TrialSubject = {
  message: string;
  /** The skill's text is in the prompt from the start. */
  isGiven: boolean;
  /** Whether nothing that could still happen would change what it comes to. */
  isEnough(events: readonly SessionEvent[]): boolean;
  decide(events: readonly SessionEvent[]): Promise<Decided>;
};

/** Null for a case or task that the run does not have. */
export function subjectOf(run: OpenSuiteRun, id: string, arm: TriedArm): TrialSubject | null {
  const task = run.tasks.get(id);
  if (task) {
    const asked = { task, arm, skill: run.skill, isJudged: run.judge !== null };
    return {
      message: task.message,
      isGiven: isGiven(arm),
      isEnough: () => false,
      decide: (events) => gradeTrial(events, asked),
    };
  }
  const tried = run.cases.get(id);
  if (!tried) return null;
  const asked: Asked = { expected: tried.expected, skill: run.skill };
  return {
    message: tried.query,
    isGiven: false,
    isEnough: (events) => !run.wholeMatrix && decideEarly(events, asked) !== null,
    decide: async (events) => decideTrial(events, asked),
  };
}
