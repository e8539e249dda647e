import { err, ok } from "@/lib/kernel/result";
import { isSameJson } from "@/lib/runtime/json-contains";
import type { Grader } from "@/lib/verdicts/grader-schema";
import { type FoundTask, findTaskList, findTasks, type taskKeys } from "./internal/find-tasks";
import { freshStyle, indentOf, layoutOf, listSpacing, toJson } from "./internal/json-layout";
import { matchEdits } from "./internal/match-edits";
import { sentenceOf } from "./internal/sentence-of";
import {
  editObject,
  type FieldEdit,
  type Piece,
  spliceElements,
  styleOf,
  writeObject,
} from "./internal/splice-list";
import { readJson } from "./read-json";
import { foldKey, type SourceEntry, type SourceList } from "./source-node";
import { taskId } from "./suite";
import { SuiteFindings, stopsWriting } from "./suite-finding";
import type { Written } from "./write-trigger-suite";

/**
 * A task as it shall be; `from` as in `CaseEdit`. Of what is optional, nothing said leaves what is there. `more` are further
 * keys of a new one.
 */
export type TaskEdit = {
  from?: number | null;
  prompt: string;
  expectedOutput: string;
  expectations: readonly string[];
  files?: readonly string[];
  graders?: readonly Grader[];
  golden?: boolean;
  /** Empty or null takes it away. */
  note?: string | null;
  more?: Readonly<Record<string, unknown>>;
};

export type TaskFile = { path: string; text: string | null; skill: string };

/** The evals.json with exactly these tasks in this order; otherwise as `writeTriggerSuite`. */
export function writeTaskSuite({ path, text, skill }: TaskFile, wanted: readonly TaskEdit[]): Written {
  if (text === null || text.trim() === "") {
    const evals = wanted.map((task, index) => Object.fromEntries(fieldsOf(task, index + 1, "assertions")));
    return ok(`${JSON.stringify({ skill_name: skill, evals }, null, 2)}\n`);
  }
  const findings = new SuiteFindings(path, text);
  const { root, problems } = readJson(text);
  for (const { rule, start, message } of problems) findings.add(rule, start, message);
  const list = root ? findTaskList(root, findings) : null;
  if (root && !list) findings.add("unknown-form", root.start, "This is no object with a list “evals”.");
  const found = list ? findTasks(list, findings) : [];
  const stops = findings.list().filter(stopsWriting);
  return stops.length > 0 || !list ? err(stops) : ok(editTasks(text, list, found, wanted));
}

function editTasks(
  text: string,
  list: SourceList,
  found: readonly FoundTask[],
  wanted: readonly TaskEdit[],
): string {
  const layout = layoutOf(text);
  const places = matchEdits(
    found.map(({ id, prompt }) => [id, prompt.normalize("NFC")]),
    wanted.map(({ from, prompt, expectedOutput }) => ({
      from,
      keys: [taskId(prompt, expectedOutput), prompt.normalize("NFC")],
    })),
  );
  let largest = found.reduce((most, { key }) => Math.max(most, wholeNumber(key)), found.length);
  const sibling = found.at(-1)?.node;
  const style = sibling ? styleOf(text, sibling) : freshStyle(text, list, layout);
  const indent = indentOf(style);
  const called = found.flatMap(({ entries }) => entries.expectations?.key ?? [])[0] ?? "assertions";
  const pieces = wanted.map((task, index) => {
    const from = places[index] ?? null;
    const before = from === null ? undefined : found[from];
    if (before) return { from, text: editTask(text, before, task, called) };
    const fields = fieldsOf(task, ++largest, called).map(
      ([key, value]) => [key, toJson(value, layout, indent)] as const,
    );
    return { from, text: writeObject(fields, style) };
  });
  const spliced = spliceElements(text, list, list.items, pieces, listSpacing(text, list, layout));
  return text.slice(0, list.start) + spliced + text.slice(list.end);
}

/** Zero for an id that is none. */
const wholeNumber = (key: string | null): number =>
  key !== null && /^\d{1,15}$/.test(key) ? Number(key) : 0;

function fieldsOf(task: TaskEdit, id: number, called: string) {
  const { prompt, expectedOutput, expectations, more } = task;
  const fields: (readonly [key: string, value: unknown])[] = [
    ["id", id],
    ["prompt", prompt],
    ["expected_output", expectedOutput],
  ];
  if (expectations.length > 0) fields.push([called, expectations]);
  const own = ownFields(task).flatMap(({ part, value }) => (value === null ? [] : [[part, value] as const]));
  return [...fields, ...own, ...Object.entries(more ?? {})];
}

type OwnPart = "files" | "graders" | "golden" | "note";

/** What is said of the parts that this project has added, and of files; null for what is not to be there. */
function ownFields({ files, graders, golden, note }: TaskEdit): { part: OwnPart; value: unknown }[] {
  const said: { part: OwnPart; value: unknown }[] = [];
  if (files) said.push({ part: "files", value: files.length > 0 ? files : null });
  if (graders) said.push({ part: "graders", value: graders.length > 0 ? graders : null });
  if (golden !== undefined) said.push({ part: "golden", value: golden || null });
  if (note !== undefined) said.push({ part: "note", value: note || null });
  return said;
}

/** What a file says of such a part, in the same words. */
function ownValue(task: FoundTask, part: OwnPart): unknown {
  if (part === "golden") return task.golden || null;
  if (part === "note") return task.note || null;
  const values = part === "files" ? task.files : task.graders.map(({ grader }) => grader);
  return values.length > 0 ? values : null;
}

function editTask(text: string, before: FoundTask, task: TaskEdit, called: string): string {
  const { node, entries, alike } = before;
  const layout = layoutOf(text);
  const indent = indentOf(styleOf(text, node));
  const edits: FieldEdit[] = [];
  const set = (part: keyof typeof taskKeys, otherwise: string, value: unknown) => {
    const entry = entries[part];
    const key = entry?.key ?? otherwise;
    const whole = () => (value === null ? null : toJson(value, layout, indent));
    const json = entry && Array.isArray(value) ? editList(text, entry, before, value) : null;
    edits.push({ names: entry ? [foldKey(key), ...(alike[part] ?? [])] : [], key, json: json ?? whole() });
  };
  if (task.prompt !== before.prompt) set("prompt", "prompt", task.prompt);
  if (task.expectedOutput !== before.expectedOutput)
    set("expectedOutput", "expected_output", task.expectedOutput);
  if (!isSameJson(task.expectations, before.expectations)) set("expectations", called, task.expectations);
  for (const { part, value } of ownFields(task))
    if (!isSameJson(value, ownValue(before, part))) set(part, part, value);
  return edits.length === 0 ? text.slice(node.start, node.end) : editObject(text, node, edits);
}

/** The list with these values; what was there already keeps its bytes. Null where there is no list, or an empty one. */
function editList(
  text: string,
  { value: list }: SourceEntry,
  { graders }: FoundTask,
  values: readonly unknown[],
): string | null {
  if (list.kind !== "list" || list.items.length === 0) return null;
  const layout = layoutOf(text);
  const spacing = listSpacing(text, list, layout);
  const graderAt = new Map(graders.map(({ grader, offset }) => [offset, grader]));
  const places = matchEdits(
    list.items.map((item) => [JSON.stringify(graderAt.get(item.start) ?? sentenceOf(item))]),
    values.map((value) => ({ from: undefined, keys: [JSON.stringify(value)] })),
  );
  const pieces = values.map((value, index): Piece => {
    const from = places[index] ?? null;
    const item = from === null ? undefined : list.items[from];
    if (!item) return { from: null, text: toJson(value, layout, indentOf(spacing)) };
    return { from, text: text.slice(item.start, item.end) };
  });
  return spliceElements(text, list, list.items, pieces, spacing);
}
