import { compilePattern, type LinearPattern } from "@/lib/kernel/linear-pattern";
import { err, type Result } from "@/lib/kernel/result";
import { containsJson } from "@/lib/runtime/json-contains";
import type { Grader } from "./grader-schema";
import { readJsonAnswer } from "./read-json-answer";

/** What a run left behind. */
export type GradedRun = {
  /** The whole answer, and what of it came last, after all calls. */
  text: string;
  lastText?: string;
  /** By their path from the root of the working folder; null where nobody can see them. */
  files: ReadonlyMap<string, string> | null;
  /** `refused`: it was asked for, and not answered. */
  toolCalls: readonly { name: string; input: unknown; refused?: boolean }[];
  activated: readonly string[];
  reads: readonly { skill: string; path: string }[];
  tokens: { input: number; output: number };
  /** Skills that this run could not have had, because it is measured without them: nothing is said about them. */
  without?: readonly string[];
};

/** `passed` null: it could not be decided, and counts neither for nor against. */
export type Grade = { passed: boolean | null; message: string };

/**
 * What may take for ever on a hostile schema, and is done elsewhere with a time limit. An empty list of faults where the
 * value fits; `undecided` says why there is no answer.
 */
export type GraderPorts = {
  validate(schema: unknown, value: unknown): Promise<readonly string[] | { undecided: string }>;
};

/** Grades one run by one grader. Never throws for what a grader or a run holds. */
export async function gradeRun(grader: Grader, run: GradedRun, ports: GraderPorts): Promise<Grade> {
  switch (grader.kind) {
    case "regex":
    case "not-regex":
      return gradePattern(grader, run.text);
    case "json-schema":
      return gradeSchema(grader.schema, run, ports);
    default:
      return gradeFacts(grader, run);
  }
}

type Fact = Exclude<Grader, { kind: "regex" | "not-regex" | "json-schema" }>;

const undecided = (message: string): Grade => ({ passed: null, message });
const unseen = undecided("The files that a session makes cannot be seen here.");
const withheld = undecided("This arm is measured without the skill, so it says nothing about it.");

const said = (passed: boolean, pass: string, fail: string): Grade => ({
  passed,
  message: passed ? pass : fail,
});

function gradeFacts(grader: Fact, run: GradedRun): Grade {
  switch (grader.kind) {
    case "contains":
    case "not-contains": {
      const [text, part] = grader.ignoreCase
        ? [run.text.toLowerCase(), grader.text.toLowerCase()]
        : [run.text, grader.text];
      const has = text.includes(part);
      return {
        passed: has === (grader.kind === "contains"),
        message: `The answer ${has ? "has" : "does not have"} it.`,
      };
    }
    case "file-exists":
      if (!run.files) return unseen;
      return said(run.files.has(grader.path), "The file is there.", `There is no file ${grader.path}.`);
    case "file-equals": {
      if (!run.files) return unseen;
      const text = run.files.get(grader.path);
      if (text === undefined) return { passed: false, message: `There is no file ${grader.path}.` };
      return said(text === grader.text, "The file is as expected.", "The file says something else.");
    }
    case "tool-called":
      return gradeCall(grader, run);
    case "tool-not-called": {
      const count = run.toolCalls.filter(({ name }) => name === grader.tool).length;
      return said(count === 0, "It was not called.", `It was called ${count} times.`);
    }
    case "activated":
    case "not-activated": {
      if (run.without?.includes(grader.skill)) return withheld;
      const was = run.activated.includes(grader.skill);
      return {
        passed: was === (grader.kind === "activated"),
        message: `It was ${was ? "" : "not "}activated.`,
      };
    }
    case "read": {
      if (run.without?.includes(grader.skill)) return withheld;
      const was = run.reads.some(({ skill, path }) => skill === grader.skill && path === grader.path);
      return said(was, "It was read.", "It was not read.");
    }
    case "tokens-at-most": {
      const spent = run.tokens.input + run.tokens.output;
      return said(spent <= grader.tokens, `${spent} tokens.`, `${spent} tokens, more than ${grader.tokens}.`);
    }
    case "judge":
      return undecided("Only a judge model says so, by comparing arms.");
  }
}

function gradeCall(grader: Extract<Grader, { kind: "tool-called" }>, { toolCalls }: GradedRun): Grade {
  const asked = toolCalls.filter(({ name }) => name === grader.tool);
  const calls = asked.filter(({ refused }) => refused !== true);
  if (calls.length === 0)
    return { passed: false, message: asked.length === 0 ? "It was not called." : "Each call was refused." };
  if (grader.with === undefined) return { passed: true, message: "It was called." };
  const passed = calls.some(({ input }) => containsJson(input, grader.with));
  return said(passed, "It was called so.", "It was called, but never with these values.");
}

/** In the syntax of RE2, whose time is bounded by pattern and text; flags are of `ims`. */
export function compileGrader({
  pattern,
  flags = "",
}: Pick<Pattern, "pattern" | "flags">): Result<LinearPattern, string> {
  if (!/^[ims]*$/.test(flags)) return err(`only the flags i, m and s are known, not ${flags}`);
  return compilePattern(flags === "" ? pattern : `(?${[...new Set(flags)].join("")})${pattern}`);
}

function gradePattern(grader: Pattern, text: string): Grade {
  const compiled = compileGrader(grader);
  if (!compiled.ok) return { passed: null, message: `The pattern cannot be used: ${compiled.error}.` };
  const found = compiled.value.isIn(text);
  if (found === null) return { passed: null, message: "The answer is too long for this pattern." };
  return {
    passed: found === (grader.kind === "regex"),
    message: `The pattern ${found ? "matches" : "does not match"}.`,
  };
}

type Pattern = Extract<Grader, { kind: "regex" | "not-regex" }>;

async function gradeSchema(
  schema: unknown,
  { text, lastText = text }: GradedRun,
  { validate }: GraderPorts,
): Promise<Grade> {
  const value = readJsonAnswer(text) ?? readJsonAnswer(lastText);
  if (value === undefined) return { passed: false, message: "The answer is not JSON." };
  const faults = await validate(schema, value.json);
  if ("undecided" in faults) return { passed: null, message: faults.undecided };
  return said(faults.length === 0, "The answer fits the schema.", faults.slice(0, 3).join(" "));
}
