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
import { listKeys } from "./case-keys";
import { readGraders } from "./read-graders";

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

export type FoundTask = SuiteTask & {
  node: SourceObject;
  entries: Partial<Record<keyof typeof taskKeys, SourceEntry>>;
};

/** The list of tasks: `evals` of an object, or the root. */
export function findTaskList(root: SourceNode, findings: SuiteFindings): SourceList | null {
  if (root.kind === "list") return root;
  if (root.kind !== "object") return null;
  const named = entriesNamed(root, [...listKeys, "tasks", "scenarios"]).filter(
    ({ value }) => value.kind === "list",
  );
  const [first, second] = named;
  if (first && second && first.key === second.key)
    findings.add("duplicate-key", second.keyStart, `“${second.key}” stands twice.`);
  return first?.value.kind === "list" ? first.value : null;
}

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
  const entries = readEntries(node, findings);
  const prompt = entries.prompt ? textOf(entries.prompt, findings) : null;
  if (!entries.prompt) findings.add("no-query", node.start, "This task has no prompt.");
  if (prompt === null || !entries.prompt) return [];
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

/** The entries that are read; two that name one thing are told, and the first counts where they agree. */
function readEntries(node: SourceObject, findings: SuiteFindings): FoundTask["entries"] {
  const entries: FoundTask["entries"] = {};
  for (const part of Object.keys(taskKeys) as (keyof typeof taskKeys)[]) {
    const named = taskKeys[part].flatMap((key) => node.entries.filter((entry) => foldKey(entry.key) === key));
    const [first, second] = named;
    if (first) entries[part] = first;
    if (!first || !second) continue;
    if (first.key === second.key) {
      findings.add("duplicate-key", second.keyStart, `“${second.key}” stands twice in one task.`);
      continue;
    }
    // Of other parts, the first key is the one that counts, and what is beside it is somebody else's.
    if (part !== "expectations" || isEmptyList(first) || isEmptyList(second)) {
      if (isEmptyList(first) && part === "expectations") entries[part] = second;
      continue;
    }
    findings.add(
      "both-spellings",
      second.keyStart,
      `“${first.key}” and “${second.key}” both say what must hold.`,
    );
  }
  return entries;
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
    if (item.kind === "text") return [item.value];
    const said = textNamed(
      item,
      "text",
      "check",
      "description",
      "assertion",
      "expectation",
      "value",
      "name",
      "path",
    );
    if (said !== null) return [said];
    findings.add(
      "wrong-type",
      item.start,
      `In “${key}” this should be text, but it is ${describeKind(item)}.`,
    );
    return [];
  });
}
