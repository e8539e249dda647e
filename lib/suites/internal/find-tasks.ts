import {
  describeKind,
  entriesNamed,
  foldKey,
  type SourceEntry,
  type SourceList,
  type SourceNode,
  type SourceObject,
  textNamed,
} from "../source-node";
import { mostCases, type SuiteTask, taskId } from "../suite";
import type { SuiteFindings } from "../suite-finding";
import { caseKeys, listKeys } from "./case-keys";
import { checkMessage } from "./check-cases";
import { isSaidOnce } from "./one-of-entries";
import { readGraders } from "./read-graders";
import { sentenceOf } from "./sentence-of";
import { tellTwins } from "./tell-twins";

/** What people call the parts of a task, folded. */
export const taskKeys = {
  key: ["id"],
  name: ["name", "title"],
  prompt: ["prompt", "query", "input", "task"],
  expectedOutput: ["expectedoutput", "expected", "expectedbehavior"],
  files: ["files"],
  expectations: ["assertions", "expectations", "rubric"],
  graders: ["graders"],
  golden: ["golden"],
  note: ["note"],
} as const;

type TaskPart = keyof typeof taskKeys;
const parts: readonly TaskPart[] = [
  "key",
  "name",
  "prompt",
  "expectedOutput",
  "files",
  "expectations",
  "graders",
  "golden",
  "note",
];

export type FoundTask = SuiteTask & {
  node: SourceObject;
  entries: Partial<Record<TaskPart, SourceEntry>>;
  /** Folded keys beside these that say the same. */
  alike: Partial<Record<TaskPart, readonly string[]>>;
};

/** The list of tasks: `evals` of an object, another list in it, or the root. */
export function findTaskList(root: SourceNode, findings: SuiteFindings): SourceList | null {
  if (root.kind === "list") return root;
  if (root.kind !== "object") return null;
  const keys = [...listKeys, "tasks", "scenarios"];
  tellTwins(root, keys, findings);
  const named = entriesNamed(root, keys).filter(({ value }) => value.kind === "list");
  const first = named.find(({ key }) => foldKey(key) === "evals") ?? named[0];
  for (const { key, keyStart, value } of named)
    if (first && key !== first.key && value.kind === "list" && holdsTasks(value))
      findings.add(
        "list-unread",
        keyStart,
        `“${first.key}” is read, and “${key}” is not: its ${value.items.length} entries are not tried.`,
      );
  return first?.value.kind === "list" ? first.value : null;
}

const holdsTasks = ({ items }: SourceList): boolean =>
  items.some((item) => item.kind === "object" && entriesNamed(item, caseKeys.query).length > 0);

/** The tasks of a list in their order; what cannot be read is told and left out. */
export function findTasks({ items }: SourceList, findings: SuiteFindings): FoundTask[] {
  if (items.length > mostCases) {
    findings.add(
      "too-many-cases",
      0,
      `There are ${items.length} tasks; more than ${mostCases} are not read.`,
    );
    return [];
  }
  const found = items.flatMap((node) => readTask(node, findings));
  const seen = new Map<string, FoundTask>();
  for (const one of found) {
    const twin = seen.get(one.id);
    if (twin) findings.add("duplicate-case", one.node.start, `The same task stands in line ${twin.line}.`);
    else seen.set(one.id, one);
  }
  return found.map((one, at) => ({ ...one, at }));
}

function readTask(node: SourceNode, findings: SuiteFindings): FoundTask[] {
  if (node.kind !== "object") {
    findings.add(
      "wrong-type",
      node.start,
      `This should be an object with a prompt, but it is ${describeKind(node)}.`,
    );
    return [];
  }
  const read = readEntries(node, findings);
  if (!read) return [];
  const { entries, alike } = read;
  const prompt = entries.prompt ? textOf(entries.prompt, findings) : null;
  if (!entries.prompt) findings.add("no-query", node.start, "This task has no prompt.");
  if (prompt === null || !entries.prompt) return [];
  checkMessage(prompt, entries.prompt.value.start, findings);
  const expectedOutput = entries.expectedOutput ? (textOf(entries.expectedOutput, findings) ?? "") : "";
  const { key } = entries;
  const own =
    key && (key.value.kind === "text" || key.value.kind === "number") ? String(key.value.value) : null;
  return [
    {
      id: taskId(prompt, expectedOutput),
      key: own,
      name: textNamed(node, ...taskKeys.name),
      prompt,
      expectedOutput,
      files: entries.files ? sentences(entries.files, findings) : [],
      expectations: entries.expectations ? sentences(entries.expectations, findings) : [],
      graders: entries.graders ? readGraders(entries.graders, findings) : [],
      golden: entries.golden ? isGolden(entries.golden, findings) : false,
      note: entries.note?.value.kind === "text" ? entries.note.value.value : null,
      line: findings.lineAt(entries.prompt.value.start),
      offset: entries.prompt.value.start,
      at: 0,
      node,
      entries,
      alike,
    },
  ];
}

function isGolden({ value }: SourceEntry, findings: SuiteFindings): boolean {
  if (value.kind === "boolean") return value.value;
  findings.add(
    "wrong-type",
    value.start,
    `“golden” is true or false, but here it is ${describeKind(value)}.`,
  );
  return false;
}

/**
 * The entries that are read; of two that name one thing and agree the first counts. Null for a task that could be read in two
 * ways, which was told.
 */
function readEntries(
  node: SourceObject,
  findings: SuiteFindings,
): Pick<FoundTask, "entries" | "alike"> | null {
  const [entries, alike]: [FoundTask["entries"], Record<string, readonly string[]>] = [{}, {}];
  const read: string[] = parts.flatMap((part) => taskKeys[part]);
  const others = node.entries.filter(({ key }) => !read.includes(foldKey(key)));
  tellTwins({ ...node, entries: others }, [], findings);
  let certain = true;
  for (const part of parts) {
    const named = taskKeys[part].flatMap((key) => node.entries.filter((entry) => foldKey(entry.key) === key));
    // Of expectations, a list without any says nothing beside one that has some.
    const first = (part === "expectations" && named.find((one) => !isEmptyList(one))) || named[0];
    if (!first) continue;
    entries[part] = first;
    const same = named.filter((one) => one !== first && isOneThing(part, first, one));
    certain = same.map((one) => isSaidOnce(first, one, findings)).every(Boolean) && certain;
    if (same.length > 0) alike[part] = same.map(({ key }) => foldKey(key));
  }
  return certain ? { entries, alike } : null;
}

/** Whether two keys of a part name one thing; else the second is somebody else's, as an input beside a prompt. */
function isOneThing(part: TaskPart, first: SourceEntry, other: SourceEntry): boolean {
  if (first.key === other.key || foldKey(first.key) === foldKey(other.key)) return true;
  if (part === "expectations") return !isEmptyList(other);
  const exact: readonly string[] = caseKeys.query;
  return part === "prompt" && [first, other].every(({ key }) => exact.includes(foldKey(key)));
}

const isEmptyList = ({ value }: SourceEntry): boolean => value.kind === "list" && value.items.length === 0;

function textOf({ key, value }: SourceEntry, findings: SuiteFindings): string | null {
  if (value.kind === "text") return value.value;
  if (value.kind === "null") return null;
  findings.add("wrong-type", value.start, `“${key}” should be text, but it is ${describeKind(value)}.`);
  return null;
}

/** A list of texts, or of objects that say theirs under one of the usual keys. */
function sentences({ key, value }: SourceEntry, findings: SuiteFindings): string[] {
  if (value.kind === "null") return [];
  if (value.kind !== "list") {
    findings.add(
      "wrong-type",
      value.start,
      `“${key}” should be a list of texts, but it is ${describeKind(value)}.`,
    );
    return [];
  }
  return value.items.flatMap((item) => {
    const said = sentenceOf(item);
    if (said !== null) return [said];
    findings.add(
      "wrong-type",
      item.start,
      `In “${key}” this should be text, but it is ${describeKind(item)}.`,
    );
    return [];
  });
}
