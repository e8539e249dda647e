import type { Expected } from "@/lib/verdicts/judge-suite";
import { describeKind, entriesNamed, foldKey, type SourceEntry, type SourceObject } from "../source-node";
import type { SuiteFindings } from "../suite-finding";
import { bareName, caseKeys, readYesNo } from "./case-keys";
import { oneOf } from "./one-of-entries";

/** What a case expects, with the entries that say so; null where that is not certain, which was told. */
type ReadExpectation = { expected: Expected | null; expect?: SourceEntry; route?: SourceEntry };

/** `sided`: what all of its list expect; such a case may still name the sibling that it is for. */
export function readExpectation(
  node: SourceObject,
  sided: Expected | null,
  findings: SuiteFindings,
  skill: string,
): ReadExpectation {
  const expect = oneOf(node, caseKeys.expect, sided ? [] : looseExpectation(node), findings);
  const route = oneOf(node, caseKeys.skill, [], findings);
  if (expect === undefined || route === undefined) return { expected: null };
  const entries = { ...(expect && { expect }), ...(route && { route }) };
  const named = route ? nameIn(route, findings) : null;
  if (named === undefined) return { expected: null, ...entries };
  if (!sided) return { expected: expectedBy(node, { expect, route, named }, findings, skill), ...entries };
  return { expected: isOfSide(sided, expect, findings) ? routed(sided, named, skill) : null, ...entries };
}

/** What `expected_skill` names: a skill, none at all, or (null) nothing; undefined for what is no name, which is told. */
type Named = { kind: "skill"; name: string } | { kind: "nothing" } | null;

function nameIn({ key, value }: SourceEntry, findings: SuiteFindings): Named | undefined {
  if (value.kind === "null") return { kind: "nothing" };
  if (value.kind === "text") {
    const name = bareName(value.value.trim());
    return name === "" ? null : { kind: "skill", name };
  }
  const is = describeKind(value);
  findings.add("wrong-type", value.start, `“${key}” should be the name of a skill, but it is ${is}.`);
  return undefined;
}

/** Whether a case in a list of one kind says the same of itself, if it says anything. */
function isOfSide(sided: Expected, expect: SourceEntry | null, findings: SuiteFindings): boolean {
  if (!expect || expect.value.kind === "list") return true;
  const own = readFlag(expect, findings);
  if (own === undefined || own === (sided.kind === "skill")) return own !== undefined;
  const message = `“${expect.key}” says something else than the list in which this case stands.`;
  findings.add("both-spellings", expect.keyStart, message);
  return false;
}

/** In a list of what should not activate this skill, a case may still name the sibling that it is for. */
function routed(sided: Expected, named: Named, skill: string): Expected {
  if (sided.kind !== "not-this" || !named) return sided;
  return named.kind === "skill" && named.name === skill ? sided : named;
}

type Said = { expect: SourceEntry | null; route: SourceEntry | null; named: Named };

function expectedBy(
  node: SourceObject,
  { expect, route, named }: Said,
  findings: SuiteFindings,
  skill: string,
): Expected | null {
  if (expect?.value.kind === "list") return byNames(expect, findings, skill);
  const own = expect ? readFlag(expect, findings) : null;
  if (own === undefined) return null;
  if (named?.kind === "skill") {
    if (own !== false || named.name !== skill) return named;
    const message = `“${route?.key ?? ""}” names this skill, which should not be activated.`;
    findings.add("both-spellings", route?.keyStart ?? node.start, message);
    return null;
  }
  if (named?.kind === "nothing" && own !== true) return named;
  if (own === null)
    findings.add("no-expectation", node.start, "It does not say whether the skill should be activated.");
  if (own === null) return null;
  return own ? { kind: "skill", name: skill } : { kind: "not-this" };
}

/** The one of several that is this skill, else the first; nothing where none is named. */
function byNames({ key, value }: SourceEntry, findings: SuiteFindings, skill: string): Expected | null {
  const items = value.kind === "list" ? value.items : [];
  const names: string[] = [];
  for (const item of items) {
    const name = item.kind === "text" ? bareName(item.value.trim()) : "";
    if (name === "") {
      const is = item.kind === "text" ? "empty" : describeKind(item);
      findings.add("wrong-type", item.start, `“${key}” lists names of skills, but this is ${is}.`);
      return null;
    }
    names.push(name);
  }
  const name = names.includes(skill) ? skill : names[0];
  return name === undefined ? { kind: "nothing" } : { kind: "skill", name };
}

/** Under these keys people also write other things: only what answers yes or no is an expectation. */
const looseExpectation = (node: SourceObject): SourceEntry[] =>
  entriesNamed(node, caseKeys.looseExpect).filter(
    ({ value }) => value.kind === "boolean" || (value.kind === "text" && readYesNo(value.value) !== null),
  );

/** Undefined where the value is of a wrong type, which is told. */
function readFlag({ key, value }: SourceEntry, findings: SuiteFindings): boolean | undefined {
  if (value.kind === "boolean") return value.value;
  const shown = value.kind === "text" ? value.value : value.kind === "number" ? String(value.value) : "";
  const read = readYesNo(shown);
  if (read === null) {
    const is = value.kind === "text" ? `“${shown.slice(0, 40)}”` : describeKind(value);
    findings.add("wrong-type", value.start, `“${key}” should be true or false, but it is ${is}.`);
    return undefined;
  }
  const exact = (caseKeys.expect as readonly string[]).includes(foldKey(key));
  if (exact) findings.add("expectation-in-words", value.start, `“${key}” is ${shown}, not true or false.`);
  return read;
}
