import { bareName, skillNameKeys } from "./internal/case-keys";
import { type Checked, checkCases, type PlacedCase } from "./internal/check-cases";
import { type FoundTask, findTaskList, findTasks } from "./internal/find-tasks";
import { findLists, findTriggerCases } from "./internal/find-trigger-cases";
import { readForeignSuite } from "./internal/read-foreign-suite";
import { readCsvCases } from "./read-csv";
import { readJson } from "./read-json";
import { readYaml } from "./read-yaml";
import { itemsNamed, type SourceNode, textNamed, valueNamed } from "./source-node";
import { mostCharacters, type ReadSuite, type SuiteCase, type SuiteTask } from "./suite";
import { SuiteFindings } from "./suite-finding";

/** `skill` is whose suite it is; `knownSkills`, when given, are the names that a case may expect. */
export type SuiteFile = { path: string; text: string; skill: string; knownSkills?: readonly string[] };

const nothing = (findings: SuiteFindings): ReadSuite => ({
  format: null,
  skill: null,
  cases: [],
  tasks: [],
  findings: findings.list(),
});

/**
 * The cases and tasks of a file in any of the known formats, told apart by what is in it. What cannot be read is a
 * finding with its place, and the rest still counts. Never throws, whatever the file holds.
 */
export function readSuite(file: SuiteFile): ReadSuite {
  const { path, text, skill, knownSkills = null } = file;
  const findings = new SuiteFindings(path, text.length > mostCharacters ? "" : text);
  if (text.length > mostCharacters) {
    const message = `The file has ${text.length} characters; more than ${mostCharacters} are not read.`;
    findings.add("too-large", 0, message);
    return nothing(findings);
  }
  const checked = { skill, knownSkills: knownSkills && new Set(knownSkills) };
  if (/\.[ct]sv$/i.test(path))
    return finish("csv", null, readCsvCases(text, findings, skill), [], findings, checked);
  const { root, problems } = /\.ya?ml$/i.test(path) ? readYaml(text) : readJson(text);
  for (const { rule, start, message } of problems) findings.add(rule, start, message);
  if (!root) {
    if (problems.length === 0) findings.add("unknown-form", 0, "The file is empty.");
    return nothing(findings);
  }
  return readRoot(root, path, findings, checked);
}

function readRoot(root: SourceNode, path: string, findings: SuiteFindings, checked: Checked): ReadSuite {
  const named = textNamed(root, ...skillNameKeys);
  if (named !== null && bareName(named) !== checked.skill) {
    const message = `The file says that it is for “${named}”; here it is read for “${checked.skill}”.`;
    findings.add("other-skill", valueNamed(root, ...skillNameKeys)?.start ?? root.start, message);
  }
  const foreign = readForeignSuite(root, findings, checked.skill);
  if (foreign) return finish(foreign.format, named, foreign.cases, foreign.tasks, findings, checked);
  const format = /\.ya?ml$/i.test(path) ? "waza" : "trigger-eval";
  if (holdsTasks(root, path)) {
    const list = findTaskList(root, findings);
    if (!list) {
      findings.add("unknown-form", root.start, "This is no object with a list “evals”.");
      return nothing(findings);
    }
    return finish("evals", named, [], findTasks(list, findings).map(withoutPlace), findings, checked);
  }
  const lists = findLists(root, findings);
  if (lists.length === 0 && itemsNamed(root, "tasks").some(({ kind }) => kind === "object")) {
    const list = findTaskList(root, findings);
    return finish(
      "waza",
      named,
      [],
      list ? findTasks(list, findings).map(withoutPlace) : [],
      findings,
      checked,
    );
  }
  if (lists.length === 0) {
    findings.add("unknown-form", root.start, "There is no list of cases in this file.");
    return nothing(findings);
  }
  return finish(format, named, findTriggerCases(lists, findings, checked.skill), [], findings, checked);
}

const withoutPlace = ({ node: _, entries: __, alike: ___, ...task }: FoundTask): SuiteTask => task;

/** `evals.json` holds tasks, unless its entries say what should be activated, as some people write it. */
function holdsTasks(root: SourceNode, path: string): boolean {
  if (!/(?:^|\/)evals\.json$/i.test(path)) return false;
  const silent = new SuiteFindings(path, "");
  const list = findTaskList(root, silent);
  if (!list) return findLists(root, silent).every(({ side }) => side === null);
  const [first] = list.items;
  const expects = first?.kind === "object" && first.entries.some(({ key }) => /^should_?trigger$/i.test(key));
  return !expects;
}

function finish(
  format: ReadSuite["format"],
  skill: string | null,
  placed: readonly PlacedCase[],
  tasks: SuiteTask[],
  findings: SuiteFindings,
  checked: Checked,
): ReadSuite {
  checkCases(placed, findings, checked);
  const cases = placed.map(
    ({ id, query, expected, note, line, at }): SuiteCase => ({
      id,
      query,
      expected,
      line,
      at,
      ...(note !== undefined && { note }),
    }),
  );
  return { format, skill, cases, tasks, findings: findings.list() };
}
