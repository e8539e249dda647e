import {
  itemsNamed,
  type SourceNode,
  type SourceObject,
  textNamed,
  textsOf,
  valueNamed,
} from "../source-node";
import { mostCharacters } from "../suite";
import type { SuiteFindings } from "../suite-finding";
import { bareName, caseKeys } from "./case-keys";
import type { ForeignCase } from "./read-foreign-suite";

/**
 * Reads the tests of a promptfoo file: the message of one comes from the one prompt with its variables, or from the
 * variable that is called like one; `skill-used` and `not-skill-used` among its assertions, or those of `defaultTest`,
 * say what is expected. Null for a test whose message is not written out any more, which was told. What holds for all
 * tests is found once: a small file may have thousands of each.
 */
export function promptfooReader(
  root: SourceNode,
  findings: SuiteFindings,
  skill: string,
): (item: SourceObject) => ForeignCase | null {
  const defaults = namesIn(itemsNamed(valueNamed(root, "defaulttest"), "assert"));
  const isThis = (name: string) => bareName(name) === skill;
  const wantedOfAll = decisive(defaults.wanted, isThis);
  const unwantedOfAll = decisive(defaults.unwanted, (name) => name === "*" || isThis(name));
  const prompts = textsOf(valueNamed(root, "prompts")).filter((prompt) => !prompt.startsWith("file://"));
  const template = prompts.length === 1 ? prompts[0] : undefined;
  let left = mostCharacters;
  return (item) => {
    if (left < 0) return null;
    const entries = textsAmong(valueNamed(item, "vars"));
    const query =
      template === undefined ? ownMessage(entries) : writeOut(template, entries, item.start, left);
    if (query === "too-long") {
      left = -1;
      const message = `Written out for each test, the prompt comes to more than ${mostCharacters} characters; what follows is not read.`;
      findings.add("too-large", item.start, message);
      return null;
    }
    if (template !== undefined) left -= Math.max(template.length, query?.text.length ?? 0);
    const own = namesIn(itemsNamed(item, "assert"));
    return {
      query,
      wanted: [...own.wanted, ...wantedOfAll],
      unwanted: [...own.unwanted, ...unwantedOfAll],
      note: textNamed(item, "description"),
    };
  };
}

type Names = { wanted: string[]; unwanted: string[] };

function namesIn(assertions: readonly SourceNode[]): Names {
  const found: Names = { wanted: [], unwanted: [] };
  for (const assertion of assertions) {
    const { type, names, atMost } = readAssertion(assertion);
    if (type === null) continue;
    const refuses = type === "not-skill-used" || atMost === 0;
    for (const name of names) found[refuses ? "unwanted" : "wanted"].push(name);
  }
  return found;
}

/** The one of several names that can decide a case, else the first. */
function decisive(names: readonly string[], decides: (name: string) => boolean): string[] {
  const one = names.find(decides) ?? names[0];
  return one === undefined ? [] : [one];
}

function readAssertion(node: SourceNode) {
  const told = textNamed(node, "type");
  const type = told === "skill-used" || told === "not-skill-used" ? told : null;
  const value = valueNamed(node, "value");
  const most = valueNamed(value, "max");
  const names = value?.kind === "object" ? [textNamed(value, "name", "pattern") ?? ""] : textsOf(value);
  return {
    type,
    names: names.filter((name) => name !== ""),
    atMost: most?.kind === "number" ? most.value : null,
  };
}

type Variable = { key: string; text: string; start: number };

const textsAmong = (vars: SourceNode | null): Variable[] =>
  vars?.kind === "object"
    ? vars.entries.flatMap(({ key, value }) =>
        value.kind === "text" ? [{ key, text: value.value, start: value.start }] : [],
      )
    : [];

/** The prompt with the variables of one test; `too-long` where either has more than `most` characters. */
function writeOut(
  template: string,
  entries: readonly Variable[],
  start: number,
  most: number,
): ForeignCase["query"] | "too-long" {
  if (template.length > most) return "too-long";
  const values = new Map(entries.map(({ key, text }) => [key, text]));
  let text = "";
  let from = 0;
  for (const found of template.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)) {
    const [whole, name = ""] = found;
    text += template.slice(from, found.index) + (values.get(name) ?? whole);
    from = found.index + whole.length;
    if (text.length > most) return "too-long";
  }
  text += template.slice(from);
  if (text.length > most) return "too-long";
  return { text, start: entries[0]?.start ?? start };
}

const messageKeys: readonly string[] = [...caseKeys.query, ...caseKeys.looseQuery, "task"];

function ownMessage(entries: readonly Variable[]): ForeignCase["query"] {
  const said =
    entries.find(({ key }) => messageKeys.includes(key.toLowerCase())) ??
    (entries.length === 1 ? entries[0] : undefined);
  return said ? { text: said.text, start: said.start } : null;
}
