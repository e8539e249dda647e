import type { Expected } from "@/lib/verdicts/judge-suite";
import {
  itemsNamed,
  type SourceNode,
  type SourceObject,
  textNamed,
  textsOf,
  valueNamed,
} from "../source-node";
import { caseId, mostCases, type SuiteFormat, type SuiteTask, taskId } from "../suite";
import type { SuiteFindings } from "../suite-finding";
import { bareName } from "./case-keys";
import type { PlacedCase } from "./check-cases";
import { readAdkCase } from "./read-adk-case";
import { promptfooReader } from "./read-promptfoo-case";

/** What another program's case says: its message, and which skills should or should not be activated. */
export type ForeignCase = {
  query: { text: string; start: number } | null;
  /** Skills of which one should be activated. */
  wanted: readonly string[];
  /** Skills that should not be. */
  unwanted: readonly string[];
  note: string | null;
  task?: { name: string | null; expectedOutput: string; expectations: string[] };
};

export type ForeignSuite = { format: SuiteFormat; cases: PlacedCase[]; tasks: SuiteTask[] };

/** Null for a case that is left out, which was told. */
type Reader = (item: SourceObject) => ForeignCase | null;

/** Reads what Vally, promptfoo and ADK write; null when the file is none of theirs. */
export function readForeignSuite(
  root: SourceNode,
  findings: SuiteFindings,
  skill: string,
): ForeignSuite | null {
  const recognised = recognise(root, findings, skill);
  if (!recognised) return null;
  const { format, items, read } = recognised;
  const suite: ForeignSuite = { format, cases: [], tasks: [] };
  if (items.length > mostCases) {
    findings.add(
      "too-many-cases",
      0,
      `There are ${items.length} cases; more than ${mostCases} are not read.`,
    );
    return suite;
  }
  for (const item of items) {
    if (item.kind !== "object") {
      findings.add("wrong-type", item.start, "This should be an object.");
      continue;
    }
    tellTwins(item, findings);
    const found = read(item);
    if (found) take(found, item, suite, findings, skill);
  }
  return suite;
}

/** A root may have very many keys: what stands under them is looked up once, and not for each case. */
function recognise(
  root: SourceNode,
  findings: SuiteFindings,
  skill: string,
): { format: SuiteFormat; items: readonly SourceNode[]; read: Reader } | null {
  const scenarios = itemsNamed(root, "scenarios");
  const stimuli = [...itemsNamed(root, "stimuli"), ...scenarios];
  if (stimuli.length > 0) {
    const old: ReadonlySet<SourceNode> = new Set(scenarios);
    return { format: "vally", items: stimuli, read: (item) => readVallyCase(item, old.has(item), skill) };
  }
  const readAdk: Reader = (item) => readAdkCase(item, findings);
  const adk = itemsNamed(root, "evalcases");
  if (adk.length > 0) return { format: "adk", items: adk, read: readAdk };
  const list = root.kind === "list" ? root.items : itemsNamed(root, "tests");
  if (list.some((item) => valueNamed(item, "expectedtooluse")))
    return { format: "adk", items: list, read: readAdk };
  const ofPromptfoo = list.some((item) => valueNamed(item, "assert") || valueNamed(item, "vars"));
  return ofPromptfoo
    ? { format: "promptfoo", items: list, read: promptfooReader(root, findings, skill) }
    : null;
}

function take(
  { query, wanted, unwanted, note, task }: ForeignCase,
  item: SourceObject,
  suite: ForeignSuite,
  findings: SuiteFindings,
  skill: string,
): void {
  if (!query) {
    findings.add("no-query", item.start, "This case has no message that could be asked.");
    return;
  }
  const { text, start } = query;
  const line = findings.lineAt(start);
  const expected = expectedOf(wanted, unwanted, skill);
  if (expected)
    suite.cases.push({
      id: caseId(text, expected),
      query: text,
      expected,
      line,
      at: suite.cases.length,
      offset: start,
      ...(note !== null && { note }),
    });
  if (task)
    suite.tasks.push({
      id: taskId(text, task.expectedOutput),
      key: null,
      prompt: text,
      files: [],
      ...task,
      graders: [],
      golden: false,
      note,
      line,
      offset: start,
      at: suite.tasks.length,
    });
  if (!expected && !task)
    findings.add(
      "not-judged",
      start,
      "It does not say which skill should be activated; it is no case of triggers.",
    );
}

/** Null where this skill is neither wanted nor unwanted, and no other is wanted. */
function expectedOf(wanted: readonly string[], unwanted: readonly string[], skill: string): Expected | null {
  const names = wanted.map(bareName);
  if (names.includes(skill)) return { kind: "skill", name: skill };
  const [first] = names;
  if (first !== undefined) return { kind: "skill", name: first };
  return unwanted.some((name) => bareName(name) === skill || name === "*") ? { kind: "not-this" } : null;
}

/** A copied case with a part left in twice is what a duplicate key mostly is. */
function tellTwins(item: SourceObject, findings: SuiteFindings): void {
  const seen = new Set<string>();
  for (const { key, keyStart } of item.entries) {
    if (seen.has(key)) findings.add("duplicate-key", keyStart, `“${key}” stands twice in one case.`);
    seen.add(key);
  }
}

/**
 * A stimulus of Vally (`graders: [{type: skill-invocation, config: {required, disallowed}}]`, `constraints`), or a
 * scenario of its forerunner (`old`), which is about this skill unless `expect_activation` is false.
 */
function readVallyCase(item: SourceObject, old: boolean, skill: string): ForeignCase {
  const prompt = valueNamed(item, "prompt", "input");
  const graders = itemsNamed(item, "graders");
  const configs = graders.flatMap((grader) =>
    textNamed(grader, "type") === "skill-invocation" ? [valueNamed(grader, "config")] : [],
  );
  const constraints = valueNamed(item, "constraints");
  const named = (key: string, constraint: string) => [
    ...configs.flatMap((config) => textsOf(valueNamed(config, key))),
    ...textsOf(valueNamed(constraints, constraint)),
  ];
  const activation = valueNamed(item, "expectactivation");
  const dormant = activation?.kind === "boolean" && !activation.value;
  const rubric = textsOf(valueNamed(item, "rubric"));
  const name = textNamed(item, "name");
  return {
    query: prompt?.kind === "text" ? { text: prompt.value, start: prompt.start } : null,
    wanted: [...named("required", "expectskills"), ...(old && !dormant ? [skill] : [])],
    unwanted: [...named("disallowed", "rejectskills"), ...(old && dormant ? [skill] : [])],
    note: name,
    ...(rubric.length > 0 && { task: { name, expectedOutput: "", expectations: rubric } }),
  };
}
