import { isBlankText } from "@/lib/kernel/one-line-text";
import { isStorable } from "@/lib/kernel/storable-text";
import { findIdleGraders } from "@/lib/verdicts/find-idle-graders";
import { compileGrader } from "@/lib/verdicts/grade-run";
import type { Grader } from "@/lib/verdicts/grader-schema";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import { findSchemaProblem, validateJson } from "@/lib/verdicts/validate-json";
import type { PlacedGrader, SuiteTask } from "./suite";
import { type SuiteFinding, SuiteFindings } from "./suite-finding";

export type TaskSuiteFacts = {
  path: string;
  text: string;
  /** Whose tasks they are. */
  skill: string;
  /** Names that a grader may speak of, and files that a task may begin with. */
  knownSkills: readonly string[];
  knownFiles: readonly string[];
};

const forbids = (kind: Grader["kind"]): boolean =>
  ["not-contains", "not-regex", "tool-not-called", "not-activated", "tokens-at-most"].includes(kind);

/** Whether a session alone shows it: files that a model makes are seen by nobody here, and a judge compares. */
const isSeen = ({ kind }: Grader): boolean => !["judge", "file-exists", "file-equals"].includes(kind);

/**
 * The tasks that a trial can be made of, each once: those that a session can pass or fail. One whose graders could only be
 * passed by doing nothing, or are decided by nothing that is seen, is never a pass and is left out, unless a judge is asked
 * and it has something to compare by.
 */
export async function runnableTasks(
  tasks: readonly SuiteTask[],
  { isJudged = false }: { isJudged?: boolean } = {},
): Promise<SuiteTask[]> {
  const taken = new Set<string>();
  const found: SuiteTask[] = [];
  for (const task of tasks) {
    if (taken.has(task.id) || isBlankText(task.prompt) || !isStorable(task.prompt)) continue;
    if (!(isJudged && asksJudge(task)) && !(await decidesSomething(task))) continue;
    taken.add(task.id);
    found.push(task);
  }
  return found;
}

/** Whether a judge has anything to compare the answers to this task by. */
export const asksJudge = ({ graders, expectations }: Pick<SuiteTask, "graders" | "expectations">): boolean =>
  criteriaOf({ graders: graders.map(({ grader }) => grader), expectations }).length > 0;

async function decidesSomething({ graders }: Pick<SuiteTask, "graders">): Promise<boolean> {
  const seen = graders.map(({ grader }) => grader).filter(isSeen);
  const idle = new Set((await idleOf(seen)).map(({ grader }) => grader));
  return seen.some((grader, at) => !idle.has(at) && whyUnusable(grader) === null);
}

const idleOf = (graders: readonly Grader[]) =>
  findIdleGraders(graders, [], { validate: async (schema, value) => validateJson(schema, value) });

/** Says what is wrong with tasks that could be read: all that would make a pass worth nothing. */
export async function findTaskProblems(
  tasks: readonly SuiteTask[],
  facts: TaskSuiteFacts,
): Promise<SuiteFinding[]> {
  const findings = new SuiteFindings(facts.path, facts.text);
  for (const task of tasks) {
    for (const placed of task.graders) checkGrader(placed, facts, findings);
    const graders = task.graders.map(({ grader }) => grader);
    for (const { grader: at, message } of await idleOf(graders))
      findings.add("idle-grader", task.graders[at]?.offset ?? task.offset, message);
    if (!(await decidesSomething(task)))
      if (asksJudge(task)) findings.add("needs-judge", task.offset, whyJudge(task));
      else findings.add("enforces-nothing", task.offset, whyNothing(task));
    else if (graders.filter(isSeen).every(({ kind }) => forbids(kind)))
      findings.add(
        "idle-grader",
        task.offset,
        "All graders of this task forbid something: an answer that says nothing of use passes.",
      );
    for (const file of task.files)
      if (!facts.knownFiles.includes(file))
        findings.add("file-missing", task.offset, `The skill has no file “${file}”.`);
  }
  return findings.list();
}

const whyJudge = ({ graders }: SuiteTask): string =>
  graders.some(({ grader }) => grader.kind === "judge")
    ? "Only a judge decides this task: it is tried in runs that have one."
    : "Only a judge could say whether this task's expectations hold: it is tried in runs that have one.";

function whyNothing({ graders }: SuiteTask): string {
  if (graders.length > 0)
    return "None of this task's graders decides anything, so it is not tried: it enforces nothing.";
  return "Nothing says what a good answer is: without a grader this task enforces nothing, and is not tried.";
}

function checkGrader({ grader, offset }: PlacedGrader, facts: TaskSuiteFacts, findings: SuiteFindings): void {
  const problem = whyUnusable(grader);
  if (problem) findings.add(grader.kind === "json-schema" ? "bad-schema" : "bad-pattern", offset, problem);
  if (grader.kind === "file-exists" || grader.kind === "file-equals")
    findings.add(
      "idle-grader",
      offset,
      "The files that a session makes cannot be seen here: it decides nothing.",
    );
  if (grader.kind !== "activated" && grader.kind !== "not-activated" && grader.kind !== "read") return;
  if (grader.skill !== facts.skill && !facts.knownSkills.includes(grader.skill))
    findings.add("unknown-skill", offset, `There is no skill “${grader.skill}” here.`);
  if (grader.skill === facts.skill && grader.kind !== "not-activated")
    findings.add(
      "idle-grader",
      offset,
      "Without the skill it could not hold, so there it is not looked at: it says nothing about what the skill is worth.",
    );
}

function whyUnusable(grader: Grader): string | null {
  if (grader.kind === "regex" || grader.kind === "not-regex") {
    const compiled = compileGrader(grader);
    return compiled.ok ? null : `The pattern cannot be used: ${compiled.error}.`;
  }
  return grader.kind === "json-schema" ? findSchemaProblem(grader.schema) : null;
}
