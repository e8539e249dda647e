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
 * say what is expected. Null for a test whose message is not written out, which was told. What holds for all tests is
 * found once: a small file may have thousands of each.
 */
export function promptfooReader(
  root: SourceNode,
  findings: SuiteFindings,
  skill: string,
): (item: SourceObject) => ForeignCase | null {
  const defaultTest = valueNamed(root, "defaulttest");
  const defaults = namesIn(itemsNamed(defaultTest, "assert"), skill);
  const isThis = (name: string) => bareName(name) === skill;
  const wantedOfAll = decisive(defaults.wanted, isThis);
  const unwantedOfAll = decisive(defaults.unwanted, (name) => name === "*" || isThis(name));
  const variablesOfAll = textsAmong(valueNamed(defaultTest, "vars"));
  const template = onlyPrompt(root);
  const writeOut = template === null ? null : promptWriter(template, variablesOfAll);
  let left = mostCharacters;
  return (item) => {
    if (left < 0) return null;
    const entries = textsAmong(valueNamed(item, "vars"));
    const written = writeOut ? writeOut(entries, item.start, left) : { query: ownMessage(entries) };
    if (written === "too-long") {
      left = -1;
      const message = `Written out for each test, the prompt comes to more than ${mostCharacters} characters; what follows is not read.`;
      findings.add("too-large", item.start, message);
      return null;
    }
    if ("unknown" in written) {
      const message = `“${written.unknown}” in the prompt is not written out here: no text of this test is called so.`;
      findings.add("no-query", item.start, message);
      return null;
    }
    const { query } = written;
    if (template !== null) left -= Math.max(template.length, query?.text.length ?? 0);
    const own = namesIn(itemsNamed(item, "assert"), skill);
    return {
      query,
      wanted: [...own.wanted, ...wantedOfAll],
      unwanted: [...own.unwanted, ...unwantedOfAll],
      note: textNamed(item, "description"),
    };
  };
}

/** Null where there are several or none, and for one that stands in another file. */
function onlyPrompt(root: SourceNode): string | null {
  const prompts = valueNamed(root, "prompts");
  const texts = [
    ...textsOf(prompts),
    ...itemsNamed(root, "prompts").flatMap((item) => textNamed(item, "raw") ?? []),
  ].filter((prompt) => !prompt.startsWith("file://"));
  return texts.length === 1 ? (texts[0] ?? null) : null;
}

type Names = { wanted: string[]; unwanted: string[] };

function namesIn(assertions: readonly SourceNode[], skill: string): Names {
  const found: Names = { wanted: [], unwanted: [] };
  for (const assertion of assertions) {
    // A set of assertions has its own; a set in a set has none.
    const inner = itemsNamed(assertion, "assert");
    for (const one of inner.length > 0 ? inner : [assertion]) {
      const { type, names, least, most } = readAssertion(one, skill);
      if (type === null || (least === 0 && most !== 0)) continue;
      const refuses = type === "not-skill-used" || most === 0;
      for (const name of names) found[refuses ? "unwanted" : "wanted"].push(name);
    }
  }
  return found;
}

/** The one of several names that can decide a case, else the first. */
function decisive(names: readonly string[], decides: (name: string) => boolean): string[] {
  const one = names.find(decides) ?? names[0];
  return one === undefined ? [] : [one];
}

function readAssertion(node: SourceNode, skill: string) {
  const told = textNamed(node, "type");
  const type = told === "skill-used" || told === "not-skill-used" ? told : null;
  const value = valueNamed(node, "value");
  const count = (key: string) => {
    const one = valueNamed(value, key);
    return one?.kind === "number" ? one.value : null;
  };
  const pattern = value?.kind === "object" ? textNamed(value, "pattern") : null;
  const names = value?.kind === "object" ? [textNamed(value, "name") ?? ""] : textsOf(value);
  return {
    type,
    names: [...names, ...(pattern === null ? [] : namesOf(pattern, skill))].filter((name) => name !== ""),
    least: count("min"),
    most: count("max"),
  };
}

/** Whom a pattern with `*` names, as far as it can be known here: every skill, or this one. */
function namesOf(pattern: string, skill: string): string[] {
  if (pattern === "*" || !pattern.includes("*")) return [pattern];
  return matches(bareName(pattern), skill) ? [skill] : [];
}

/** In time proportional to both. */
function matches(pattern: string, name: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  const tail = rest.pop() ?? "";
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  let at = head.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - tail.length;
}

type Variable = { key: string; text: string; start: number };

const textsAmong = (vars: SourceNode | null): Variable[] =>
  vars?.kind === "object"
    ? vars.entries.flatMap(({ key, value }) => {
        if (value.kind !== "text" && value.kind !== "number" && value.kind !== "boolean") return [];
        const text = String(value.value);
        return text.startsWith("file://") ? [] : [{ key, text, start: value.start }];
      })
    : [];

type Written = { query: ForeignCase["query"] } | { unknown: string } | "too-long";

/** A piece of a prompt: text, or what stands in braces there. */
type Piece = { text: string } | { name: string; whole: string };

/**
 * The prompt with the variables of one test, and those of all; `too-long` where either has more than `most` characters,
 * `unknown` for what only promptfoo itself writes out.
 */
function promptWriter(
  template: string,
  ofAll: readonly Variable[],
): (entries: readonly Variable[], start: number, most: number) => Written {
  const pieces = piecesOf(template);
  const defaults = new Map(ofAll.map(({ key, text }) => [key, text]));
  return (entries, start, most) => {
    if (template.length > most) return "too-long";
    const values = new Map(entries.map(({ key, text }) => [key, text]));
    let text = "";
    for (const piece of pieces) {
      const more = "text" in piece ? piece.text : (values.get(piece.name) ?? defaults.get(piece.name));
      if (more === undefined) return { unknown: "whole" in piece ? piece.whole : "" };
      text += more;
      if (text.length > most) return "too-long";
    }
    return { query: { text, start: entries[0]?.start ?? start } };
  };
}

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  while (from < template.length) {
    const open = nextBrace(template, from);
    const close = open < 0 ? -1 : template.indexOf("}", open + 2);
    const end = close < 0 ? -1 : close + (template[close + 1] === "}" ? 2 : 1);
    if (end < 0) break;
    const whole = template.slice(open, end);
    pieces.push({ text: template.slice(from, open) });
    pieces.push({ name: whole.startsWith("{{") ? whole.slice(2, -2).trim() : whole, whole });
    from = end;
  }
  return [...pieces, { text: template.slice(from) }];
}

/** Where `{{` or `{%` stands next; below 0 where neither does. */
function nextBrace(template: string, from: number): number {
  for (let at = template.indexOf("{", from); at >= 0; at = template.indexOf("{", at + 1))
    if (template[at + 1] === "{" || template[at + 1] === "%") return at;
  return -1;
}

const messageKeys: readonly string[] = [...caseKeys.query, ...caseKeys.looseQuery, "task"];

function ownMessage(entries: readonly Variable[]): ForeignCase["query"] {
  const said =
    entries.find(({ key }) => messageKeys.includes(key.toLowerCase())) ??
    (entries.length === 1 ? entries[0] : undefined);
  return said ? { text: said.text, start: said.start } : null;
}
