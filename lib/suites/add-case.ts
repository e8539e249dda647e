import { ok } from "@/lib/kernel/result";
import { readSuite } from "./read-suite";
import { evalsPath, triggerEvalPath } from "./suite";
import type { SuiteFinding } from "./suite-finding";
import { type TaskEdit, writeTaskSuite } from "./write-task-suite";
import { type Written, writeTriggerSuite } from "./write-trigger-suite";

/**
 * An evals.json with one task more, or the same text where it is there already. A file that cannot be read for certain
 * is left alone, and what is wrong with it is the error.
 */
export function addTask(text: string | null, skill: string, added: Omit<TaskEdit, "from">): Written {
  const path = evalsPath;
  const tasks = text === null ? [] : readSuite({ path, text, skill }).tasks;
  const same = tasks.some(
    ({ prompt, expectedOutput }) => prompt === added.prompt && expectedOutput === added.expectedOutput,
  );
  if (text !== null && same) return ok(text);
  const kept = tasks.map(({ at, prompt, expectedOutput, expectations }) => {
    return { from: at, prompt, expectedOutput, expectations };
  });
  return writeTaskSuite({ path, text, skill }, [...kept, { ...added, from: null }]);
}

/** A trigger-eval.json that says of this message whether it should activate the skill; otherwise as `addTask`. */
export function addTriggerCase(
  text: string | null,
  skill: string,
  query: string,
  shouldTrigger: boolean,
): Written {
  const path = triggerEvalPath;
  const cases = text === null ? [] : readSuite({ path, text, skill }).cases;
  const expected = shouldTrigger
    ? ({ kind: "skill", name: skill } as const)
    : ({ kind: "not-this" } as const);
  const said = cases.find((one) => one.query === query);
  const agrees = said && (said.expected.kind === "skill" && said.expected.name === skill) === shouldTrigger;
  const kept = cases.map(({ at, query: asked, expected: before }) => ({
    from: at,
    query: asked,
    expected: at === said?.at && !agrees ? expected : before,
  }));
  const added = said ? [] : [{ from: null, query, expected }];
  return writeTriggerSuite({ path, text, skill }, [...kept, ...added]);
}

/** What keeps a file from being changed, in a sentence or three. */
export function describeFindings(path: string, findings: readonly SuiteFinding[]): string {
  const told = findings
    .slice(0, 3)
    .map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`);
  return `${path} cannot be changed as it is. ${told.join(" ")}`;
}
