import {
  itemsNamed,
  type SourceNode,
  type SourceObject,
  textNamed,
  textsOf,
  valueNamed,
} from "../source-node";
import type { SuiteFindings } from "../suite-finding";
import { caseKeys } from "./case-keys";
import type { ForeignCase } from "./read-foreign-suite";

/**
 * A test of promptfoo: its message comes from the one prompt with its variables, or from the variable that is called
 * like one; `skill-used` and `not-skill-used` among its assertions, or those of `defaultTest`, say what is expected.
 */
export function readPromptfooCase(item: SourceObject, root: SourceNode, _: SuiteFindings): ForeignCase {
  const assertions = [
    ...itemsNamed(item, "assert"),
    ...itemsNamed(valueNamed(root, "defaulttest"), "assert"),
  ];
  const named = (negative: boolean) =>
    assertions.flatMap((assertion) => {
      const { type, names, atMost } = readAssertion(assertion);
      const refuses = type === "not-skill-used" || (type === "skill-used" && atMost === 0);
      return type !== null && refuses === negative ? names : [];
    });
  return {
    query: readQuery(item, root),
    wanted: named(false),
    unwanted: named(true),
    note: textNamed(item, "description"),
  };
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

function readQuery(item: SourceObject, root: SourceNode): ForeignCase["query"] {
  const vars = valueNamed(item, "vars");
  const entries = vars?.kind === "object" ? vars.entries.filter(({ value }) => value.kind === "text") : [];
  const prompts = textsOf(valueNamed(root, "prompts")).filter((prompt) => !prompt.startsWith("file://"));
  const [template] = prompts.length === 1 ? prompts : [];
  if (template !== undefined) {
    const values = new Map(entries.map(({ key, value }) => [key, value.kind === "text" ? value.value : ""]));
    const text = template.replace(
      /\{\{\s*([\w.]+)\s*\}\}/g,
      (whole, name: string) => values.get(name) ?? whole,
    );
    return { text, start: entries[0]?.value.start ?? item.start };
  }
  const keys: readonly string[] = [...caseKeys.query, ...caseKeys.looseQuery, "task"];
  const said =
    entries.find(({ key }) => keys.includes(key.toLowerCase())) ?? (entries.length === 1 ? entries[0] : null);
  return said?.value.kind === "text" ? { text: said.value.value, start: said.value.start } : null;
}
