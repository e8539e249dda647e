import { findNodeAtLocation, type JSONPath, type Node, parseTree } from "jsonc-parser";
import { err, ok, type Result } from "@/lib/kernel/result";
import {
  type EvalIssue,
  type evalsPath,
  parseEvals,
  parseTriggerEval,
  type triggerEvalPath,
} from "./eval-files";

export type NewEvalCase = {
  skillName: string;
  prompt: string;
  expectedOutput: string;
  assertions: readonly string[];
  /** More keys of the case; other readers pass over what they do not know. */
  more: Readonly<Record<string, unknown>>;
};

/** The whole new text; null when the file says the same already. */
export type Edited = Result<string | null, EvalIssue[]>;

/**
 * An evals.json with one case more: what is there keeps its bytes, its indentation and the keys we do not know. A
 * file that cannot be read is left alone and its issues are the error.
 */
export function addEvalCase(text: string | null, added: NewEvalCase): Edited {
  const { skillName, prompt, expectedOutput, assertions, more } = added;
  const value = (id: number, name: string) => ({
    id,
    prompt,
    expected_output: expectedOutput,
    ...(assertions.length > 0 ? { [name]: assertions } : {}),
    ...more,
  });
  if (text === null) return ok(newText({ skill_name: skillName, evals: [value(1, "assertions")] }));
  const { evals, issues } = parseEvals(text);
  if (issues.length > 0) return err(issues);
  if (evals.some((one) => one.prompt === prompt && one.expectedOutput === expectedOutput)) return ok(null);
  const largest = evals.reduce(
    (most, { id }) => (typeof id === "number" && Number.isInteger(id) ? Math.max(most, id) : most),
    evals.length,
  );
  const id = largest + 1;
  const name =
    text.includes('"expectations"') && !text.includes('"assertions"') ? "expectations" : "assertions";
  return ok(edit(text, ["evals", evals.length], value(id, name)));
}

/** A trigger-eval.json that says of this message whether it should activate the skill; otherwise as `addEvalCase`. */
export function addTriggerQuery(text: string | null, query: string, shouldTrigger: boolean): Edited {
  const value = { query, should_trigger: shouldTrigger };
  if (text === null) return ok(newText([value]));
  const { queries, issues } = parseTriggerEval(text);
  if (issues.length > 0) return err(issues);
  const index = queries.findIndex((one) => one.query === query);
  if (index < 0) return ok(edit(text, [queries.length], value));
  if (queries[index]?.shouldTrigger === shouldTrigger) return ok(null);
  return ok(edit(text, [index, "should_trigger"], shouldTrigger));
}

/** What is wrong with a file, in a sentence. */
export function describeEvalIssues(
  path: typeof evalsPath | typeof triggerEvalPath,
  issues: readonly EvalIssue[],
): string {
  const told = issues.slice(0, 3).map(({ at, message }) => (at === "" ? message : `${at}: ${message}`));
  return `${path} cannot be added to as it is. ${told.join(" ")}`;
}

const newText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** `path` is a place right after a list's last item, or a value that is there. All other bytes stay. */
function edit(text: string, path: JSONPath, value: unknown): string {
  // The mark of a byte order is no JSON, and stays.
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(mark.length);
  const root = parseTree(json);
  const replaced = root && findNodeAtLocation(root, path);
  const list = root && findNodeAtLocation(root, path.slice(0, -1));
  if (replaced) return mark + splice(json, replaced.offset, replaced.length, JSON.stringify(value));
  if (!list) return text;
  const last = list.children?.at(-1);
  const { indent, unit, eol } = layoutOf(json, list, last);
  const lines = indent === null ? JSON.stringify(value) : JSON.stringify(value, null, unit);
  const shown = indent === null ? lines : lines.replaceAll("\n", `${eol}${indent}`);
  const between = indent === null ? "" : `${eol}${indent}`;
  if (last) return mark + splice(json, last.offset + last.length, 0, `,${between}${shown}`);
  const closing = indent === null ? "" : `${eol}${indent.slice(unit.length)}`;
  return mark + splice(json, list.offset, list.length, `[${between}${shown}${closing}]`);
}

const splice = (text: string, offset: number, length: number, put: string): string =>
  text.slice(0, offset) + put + text.slice(offset + length);

/** How the file is written: `indent` of a list's items, null when they stand on one line. */
function layoutOf(json: string, list: Node, last: Node | undefined) {
  const unit = /\n([ \t]+)\S/.exec(json)?.[1];
  const eol = json.includes("\r\n") ? "\r\n" : "\n";
  const before = (offset: number) => json.slice(json.lastIndexOf("\n", offset - 1) + 1, offset);
  if (unit === undefined) return { indent: null, unit: "", eol };
  if (last) {
    const indent = before(last.offset);
    return { indent: /^[ \t]*$/.test(indent) ? indent : null, unit, eol };
  }
  const own = /^[ \t]*/.exec(before(list.offset))?.[0] ?? "";
  return { indent: `${own}${unit}`, unit, eol };
}
