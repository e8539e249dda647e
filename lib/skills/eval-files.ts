import { z } from "zod";

/** Where a package keeps its cases (agentskills.io, docs/skill-creation/evaluating-skills.mdx). */
export const evalsPath = "evals/evals.json";
/** Messages that should or should not activate the skill: a list of {query, should_trigger}. */
export const triggerEvalPath = "evals/trigger-eval.json";

/** What is wrong with one of these files; `at` is a path into the JSON, empty for the whole. */
export type EvalIssue = { at: string; message: string };

export type EvalCase = {
  id: number | string;
  prompt: string;
  expectedOutput: string;
  files: string[];
  /** Some files call them `expectations`. */
  assertions: string[];
};
export type TriggerQuery = { query: string; shouldTrigger: boolean };

const caseSchema = z.looseObject({
  id: z.union([z.number(), z.string()]),
  prompt: z.string(),
  expected_output: z.string().default(""),
  files: z.array(z.string()).default([]),
  assertions: z.array(z.string()).optional(),
  expectations: z.array(z.string()).optional(),
});
const triggerSchema = z.looseObject({ query: z.string(), should_trigger: z.boolean() });

/** The cases of an evals.json that can be read; what cannot is told, and the others still count. Never throws. */
export function parseEvals(text: string): {
  skillName: string | null;
  evals: EvalCase[];
  issues: EvalIssue[];
} {
  const json = parseJson(text);
  if ("issue" in json) return { skillName: null, evals: [], issues: [json.issue] };
  const root = z.looseObject({ skill_name: z.string().optional() }).safeParse(json.value);
  const list = z.object({ evals: z.array(z.unknown()) }).safeParse(json.value);
  const skillName = root.data?.skill_name ?? null;
  if (!list.success)
    return { skillName, evals: [], issues: [{ at: "", message: "This is no object with a list “evals”." }] };
  const { items, issues } = parseItems(list.data.evals, caseSchema, "evals");
  const evals = items.map(({ id, prompt, expected_output, files, assertions, expectations }) => ({
    id,
    prompt,
    expectedOutput: expected_output,
    files,
    assertions: assertions ?? expectations ?? [],
  }));
  return { skillName, evals, issues };
}

/** The queries of a trigger-eval.json that can be read; what cannot is told. Never throws. */
export function parseTriggerEval(text: string): { queries: TriggerQuery[]; issues: EvalIssue[] } {
  const json = parseJson(text);
  if ("issue" in json) return { queries: [], issues: [json.issue] };
  const list = z.array(z.unknown()).safeParse(json.value);
  if (!list.success)
    return { queries: [], issues: [{ at: "", message: "This is no list of {query, should_trigger}." }] };
  const { items, issues } = parseItems(list.data, triggerSchema, "");
  const queries = items.map(({ query, should_trigger }) => ({ query, shouldTrigger: should_trigger }));
  return { queries, issues };
}

function parseJson(text: string): { value: unknown } | { issue: EvalIssue } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
  } catch (error) {
    return {
      issue: { at: "", message: `This is not JSON: ${error instanceof Error ? error.message : error}` },
    };
  }
}

function parseItems<T>(values: readonly unknown[], schema: z.ZodType<T>, under: string) {
  const items: T[] = [];
  const issues: EvalIssue[] = [];
  for (const [index, value] of values.entries()) {
    const parsed = schema.safeParse(value);
    if (parsed.success) items.push(parsed.data);
    for (const { path, message } of parsed.error?.issues ?? [])
      issues.push({ at: [`${under}[${index}]`, ...path].join("."), message });
  }
  return { items, issues };
}
