import type { Expected } from "@/lib/verdicts/judge-suite";
import {
  describeKind,
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
import { tellDeepTwins, tellTwins } from "./tell-twins";

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
  if (root.kind === "object") tellTwins(root, rootKeys, findings);
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
      findings.add("wrong-type", item.start, whyNoCase(item));
      continue;
    }
    const found = tellDeepTwins(item, findings, { spellings: true }) ? read(item) : null;
    if (found) take(found, item, suite, findings, skill);
  }
  return suite;
}

const whyNoCase = (item: SourceNode): string =>
  item.kind === "text" && item.value.startsWith("file://")
    ? `“${item.value}” is another file: read that one, too.`
    : `This should be an object, but it is ${describeKind(item)}.`;

/** Under these keys of a root stand cases, or what holds for all of them. */
const rootKeys = ["stimuli", "scenarios", "evalcases", "tests", "prompts", "defaulttest"];

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
  const elsewhere = valueNamed(root, "tests");
  if (elsewhere?.kind === "text" && elsewhere.value.startsWith("file://"))
    return { format: "promptfoo", items: [elsewhere], read: () => null };
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
  const refused = refuses(unwanted, skill);
  const torn = refused && wanted.some((name) => bareName(name) === skill);
  if (torn) findings.add("both-spellings", start, `It both asks for ${skill} and refuses it.`);
  const expected = torn ? null : expectedOf(wanted, refused, skill);
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
  if (!expected && !task && !torn)
    findings.add(
      "not-judged",
      start,
      "It does not say which skill should be activated; it is no case of triggers.",
    );
}

const refuses = (unwanted: readonly string[], skill: string): boolean =>
  unwanted.some((name) => bareName(name) === skill || name === "*");

/** Null where this skill is neither wanted nor refused, and no other is wanted. */
function expectedOf(wanted: readonly string[], refused: boolean, skill: string): Expected | null {
  const names = wanted.map(bareName);
  const name = names.includes(skill) ? skill : names[0];
  if (name !== undefined) return { kind: "skill", name };
  return refused ? { kind: "not-this" } : null;
}

/**
 * A stimulus of Vally (`graders: [{type: skill-invocation, config: {required, disallowed}}]`, `constraints`), or a
 * scenario of its forerunner (`old`), which is about this skill. Either says with `expect_activation` whether it should be
 * activated.
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
  const fires = activation?.kind === "boolean" ? activation.value : old || null;
  const rubric = textsOf(valueNamed(item, "rubric"));
  const name = textNamed(item, "name");
  return {
    query: prompt?.kind === "text" ? { text: prompt.value, start: prompt.start } : null,
    wanted: [...named("required", "expectskills"), ...(fires === true ? [skill] : [])],
    unwanted: [...named("disallowed", "rejectskills"), ...(fires === false ? [skill] : [])],
    note: name,
    ...(rubric.length > 0 && { task: { name, expectedOutput: "", expectations: rubric } }),
  };
}
