import { judgeRun } from "@/lib/playground/judge-run";
import { answerOfRun } from "@/lib/runtime/answer-end";
import type { AnswerKind, EventOf, SessionEvent } from "@/lib/runtime/events";
import type { Activator, InvalidReason, TrialOutcome, TriggerOutcome } from "../proof-options";
import type { Expected } from "../suites/case-schema";
import type { TrialGrade } from "../suites/task-schema";

/** What a trial came to. `by`: the skill that was activated instead, or though none should have been. */
export type Decided = {
  outcome: TrialOutcome;
  invalid: { reason: InvalidReason; message: string } | null;
  activated: string[];
  by: string | null;
  activatedBy: Activator | null;
  /** Of a task's graders. */
  grades?: TrialGrade[];
};

/** What is asked, and the skill whose suite asks it. */
export type Asked = { expected: Expected; skill: string };

type Known = { outcome: Exclude<TriggerOutcome, "invalid">; by: string | null };

/** What no later event can change any more; null while the trial has to go on. */
export function decideEarly(events: readonly SessionEvent[], asked: Asked): Known | null {
  return knownFrom(activatedIn(events), asked);
}

/**
 * What a trial came to, from the log of its session. An activation that decides counts however the session ended; that
 * nothing was activated counts only where the model ended its answer by itself: anything else is invalid, never "no".
 */
export function decideTrial(
  events: readonly SessionEvent[],
  asked: Asked,
): Decided & { outcome: TriggerOutcome } {
  const activated = activatedIn(events);
  const common = { activated, activatedBy: activatorOf(events) };
  const known = knownFrom(activated, asked);
  if (known) return { ...common, ...known, invalid: null };
  const invalid = whyInvalid(events);
  if (invalid) return { ...common, outcome: "invalid", invalid, by: null };
  return { ...common, ...atTheEnd(activated, asked), invalid: null };
}

export const activatedIn = (events: readonly SessionEvent[]): string[] =>
  judgeRun(events, null, new Date(0)).activations;

function knownFrom(activated: readonly string[], { expected, skill }: Asked): Known | null {
  const [first] = activated;
  switch (expected.kind) {
    case "skill":
      // A case of a sibling's: this skill should have kept quiet, whatever else was activated.
      if (expected.name !== skill && activated.includes(skill)) return { outcome: "fired", by: skill };
      return activated.includes(expected.name) ? { outcome: "right", by: null } : null;
    case "not-this":
      return activated.includes(skill) ? { outcome: "fired", by: skill } : null;
    case "nothing":
      return first === undefined ? null : { outcome: "fired", by: first };
  }
}

/** When the model has had its last word and nothing was decided before. */
function atTheEnd(activated: readonly string[], { expected }: Asked): Known {
  if (expected.kind !== "skill") return { outcome: "right", by: null };
  const [first] = activated;
  if (first === undefined) return { outcome: "missed", by: null };
  return { outcome: "stolen", by: first };
}

function activatorOf(events: readonly SessionEvent[]): Activator | null {
  const first = events.find(({ type }) => type === "skill-activated");
  if (first?.type !== "skill-activated") return null;
  return first.payload.askedBy === "person" ? "mention" : "model";
}

const reasonOfError: Readonly<Record<string, InvalidReason>> = {
  TIME_LIMIT: "time-limit",
  SPENDING_LIMIT: "spending-limit",
  STEP_LIMIT: "step-limit",
  TOOL_INPUT_LIMIT: "step-limit",
  HOST_ENDED_RUN: "host-ended",
  INTERNAL: "internal-error",
};

/** Of what failed, by its code. */
export const reasonOf = (code: string): InvalidReason => reasonOfError[code] ?? "provider-error";

/** Why a session shows nothing, whatever was asked of it; null for one that the model ended with an answer. */
export function whyInvalid(events: readonly SessionEvent[]): Decided["invalid"] {
  const end = events.findLast((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  if (!end) return { reason: "internal-error", message: "The session has no end." };
  const { error, outcome } = end.payload;
  if (error) return { reason: reasonOf(error.code), message: error.message };
  if (outcome !== "done") return { reason: "internal-error", message: `The session ended as ${outcome}.` };
  const answer = answerOfRun(events);
  const reason = answer && reasonOfAnswer[answer.kind];
  return reason ? { reason, message: answer.message } : null;
}

/** No word is no answer; one that may go on is none yet. */
const reasonOfAnswer = {
  answered: null,
  refused: "refusal",
  cut: "truncated",
  unfinished: "truncated",
  empty: "empty-answer",
} as const satisfies Record<AnswerKind, InvalidReason | null>;
