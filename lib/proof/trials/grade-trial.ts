import { judgeRun } from "@/lib/playground/judge-run";
import type { SessionEvent, ToolCall } from "@/lib/runtime/events";
import { evalsPath } from "@/lib/suites/suite";
import { type GradedRun, gradeRun } from "@/lib/verdicts/grade-run";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import { validateJson } from "@/lib/verdicts/validate-json";
import type { Activator } from "../proof-options";
import type { TrialGrade, TriedArm, TriedTask } from "../suites/task-schema";
import { type Decided, whyInvalid } from "./decide-trial";

/** What is asked, in which arm, the skill whose suite asks it, and whether a judge will compare the answers. */
export type AskedTask = { task: TriedTask; arm: TriedArm; skill: string; isJudged: boolean };

/**
 * What a trial of a task came to, from the log of its session: passed when every grader that could decide passed, and some
 * could. A session without a whole answer is invalid, never a fail, and so is one in which the skill was to be given and was
 * not, or in which the model read the tasks' own file. What only a judge could say is undecided here: it compares the answers
 * of two arms, once both are there.
 */
export async function gradeTrial(
  events: readonly SessionEvent[],
  { task, arm, skill, isJudged }: AskedTask,
): Promise<Decided> {
  const run = runToGrade(events, arm.arm === "without" ? [skill] : []);
  const common = { activated: [...run.activated], activatedBy: activatorIn(events, arm, skill), by: null };
  const invalid =
    whyInvalid(events) ??
    whyNotGiven(events, { arm, skill, activated: run.activated }) ??
    whySawAnswers(run, skill);
  if (invalid) return { ...common, outcome: "invalid", invalid };
  const grades = await Promise.all(
    task.graders.map(async (grader, at): Promise<TrialGrade> => {
      const grade = await gradeRun(grader, run, {
        validate: async (schema, value) => validateJson(schema, value),
      });
      return { grader: at, ...grade };
    }),
  );
  const decided = grades.filter(({ passed }) => passed !== null);
  if (decided.length === 0 && isJudged && criteriaOf(task).length > 0)
    return { ...common, outcome: "answered", invalid: null, grades };
  if (decided.length === 0) {
    const message = grades[0]?.message ?? "The task has no grader.";
    return { ...common, outcome: "invalid", invalid: { reason: "ungraded", message }, grades };
  }
  const passed = decided.every((grade) => grade.passed);
  return { ...common, outcome: passed ? "passed" : "failed", invalid: null, grades };
}

/** What a session shows of itself. Files that its tools would make are made nowhere: of them it knows nothing. */
export function runToGrade(events: readonly SessionEvent[], without: readonly string[]): GradedRun {
  const { text, activations, reads, tokens } = judgeRun(events, null, new Date(0));
  const refused = new Set(events.flatMap(refusedCall));
  return {
    text,
    lastText: lastTextOf(events),
    files: null,
    toolCalls: events.flatMap(callsOf).map(({ toolName, input, ...place }) => ({
      name: toolName,
      input,
      refused: refused.has(keyOf(place)),
    })),
    activated: activations,
    reads,
    tokens: { input: tokens.input, output: tokens.output },
    without,
  };
}

/** The text of the model's last step, behind all its calls. */
function lastTextOf(events: readonly SessionEvent[]): string {
  const last = events.findLast((event) => event.type === "model-step");
  if (last?.type !== "model-step") return "";
  const { step } = last.payload;
  return events
    .flatMap((event) => (event.type === "text" && event.payload.step === step ? [event.payload.text] : []))
    .join("");
}

const keyOf = ({ step, id }: Pick<ToolCall, "step" | "id">): string => `${step} ${id}`;

const callsOf = (event: SessionEvent) =>
  event.type === "model-step"
    ? event.payload.response.content.flatMap((part) =>
        part.type === "tool-call"
          ? [{ toolName: part.toolName, input: part.input, id: part.id, step: event.payload.step }]
          : [],
      )
    : [];

const refusedCall = (event: SessionEvent): string[] =>
  event.type === "request-refused" && event.payload.call ? [keyOf(event.payload.call)] : [];

/** Whether the skill's text is in the prompt from the start. */
export const isGiven = ({ arm }: TriedArm): boolean => arm === "given" || arm === "left-out";

function whyNotGiven(
  events: readonly SessionEvent[],
  { arm, skill, activated }: { arm: TriedArm; skill: string; activated: readonly string[] },
): Decided["invalid"] {
  if (!isGiven(arm) || activated.includes(skill)) return null;
  const refusal = events.find(
    (event) => event.type === "request-refused" && event.payload.skillName === skill,
  );
  const why = refusal?.type === "request-refused" ? `: ${refusal.payload.message}` : ".";
  return { reason: "not-given", message: `The skill's text could not be put into the prompt${why}` };
}

/** A package holds its tasks with what passes them, and models may read any file of it. */
function whySawAnswers({ reads }: GradedRun, skill: string): Decided["invalid"] {
  if (!reads.some((read) => read.skill === skill && read.path === evalsPath)) return null;
  return {
    reason: "saw-answers",
    message: `The model read ${evalsPath}, where the tasks stand with what passes them. Nothing it answers after that shows what the skill is worth.`,
  };
}

/** How the first skill came into the prompt. */
function activatorIn(events: readonly SessionEvent[], arm: TriedArm, skill: string): Activator | null {
  const first = events.find(({ type }) => type === "skill-activated");
  if (first?.type !== "skill-activated") return null;
  if (first.payload.askedBy === "model") return "model";
  return isGiven(arm) && first.payload.skill.name === skill ? "given" : "mention";
}
