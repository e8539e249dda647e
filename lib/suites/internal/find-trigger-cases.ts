import type { Expected } from "@/lib/verdicts/judge-suite";
import {
  describeKind,
  entriesNamed,
  foldKey,
  type SourceEntry,
  type SourceList,
  type SourceNode,
  type SourceObject,
  textsOf,
} from "../source-node";
import { caseId, mostCases } from "../suite";
import type { SuiteFindings } from "../suite-finding";
import { bareName, caseKeys, classKeys, listKeys, readYesNo, wrapperKeys } from "./case-keys";
import type { PlacedCase } from "./check-cases";

/** A list of cases; `side` where all of it is of one kind. */
export type CaseList = { node: SourceList; side: "trigger" | "not" | null };

/** A case with what it was read from: a text of a list, or entries of an object. */
export type FoundCase = PlacedCase & {
  node: SourceNode;
  list: CaseList;
  entries: { query: SourceEntry; expect?: SourceEntry; skill?: SourceEntry; note?: SourceEntry } | null;
};

/** The lists of cases in a file: the root, a list in it, or one for each kind. None where it is something else. */
export function findLists(root: SourceNode, findings: SuiteFindings): CaseList[] {
  if (root.kind === "list") return [{ node: root, side: null }];
  if (root.kind !== "object") return [];
  const own = listsIn(root, findings);
  if (own.length > 0) return own;
  const inner = entriesNamed(root, wrapperKeys).find(({ value }) => value.kind === "object");
  return inner?.value.kind === "object" ? listsIn(inner.value, findings) : [];
}

function listsIn(node: SourceObject, findings: SuiteFindings): CaseList[] {
  tellTwins(node, [...classKeys.trigger, ...classKeys.not, ...listKeys], findings);
  const sided = (["trigger", "not"] as const).flatMap((side) => {
    const [first] = entriesNamed(node, classKeys[side]).filter(({ value }) => value.kind === "list");
    return first?.value.kind === "list" ? [{ node: first.value, side }] : [];
  });
  if (sided.length > 0) return sided;
  const plain = entriesNamed(node, listKeys).find(({ value }) => value.kind === "list");
  return plain?.value.kind === "list" ? [{ node: plain.value, side: null }] : [];
}

/** The cases of these lists in their order; what cannot be read is told and left out. */
export function findTriggerCases(
  lists: readonly CaseList[],
  findings: SuiteFindings,
  skill: string,
): FoundCase[] {
  const count = lists.reduce((sum, { node }) => sum + node.items.length, 0);
  if (count > mostCases) {
    findings.add("too-many-cases", 0, `There are ${count} cases; more than ${mostCases} are not read.`);
    return [];
  }
  const found = lists.flatMap((list) =>
    list.node.items.flatMap((node) => readCase(node, list, findings, skill)),
  );
  return found.map((one, at) => ({ ...one, at }));
}

function readCase(node: SourceNode, list: CaseList, findings: SuiteFindings, skill: string): FoundCase[] {
  const sided = list.side && sideExpectation(list.side, skill);
  const made = (query: string, offset: number, expected: Expected) => {
    const line = findings.lineAt(offset);
    return { id: caseId(query, expected), query, expected, line, at: 0, offset, node, list };
  };
  if (node.kind === "text" && sided) return [{ ...made(node.value, node.start, sided), entries: null }];
  if (node.kind !== "object") {
    const wanted = sided ? "a text or an object" : "an object with a query and an expectation";
    findings.add("wrong-type", node.start, `This should be ${wanted}, but it is ${describeKind(node)}.`);
    return [];
  }
  const query = readQuery(node, findings);
  tellUnreadTwins(node, findings);
  const expect = sided ? null : oneOf(node, caseKeys.expect, looseExpectation(node), findings);
  const route = entriesNamed(node, caseKeys.skill)[0];
  const expected = sided ? routed(sided, route, skill) : readExpected(node, expect, route, findings, skill);
  if (query?.value.kind !== "text" || !expected) return [];
  const note = entriesNamed(node, caseKeys.note).find(({ value }) => value.kind === "text");
  const entries = { query, ...(expect && { expect }), ...(route && { skill: route }), ...(note && { note }) };
  const noted = note?.value.kind === "text" ? { note: note.value.value } : {};
  return [{ ...made(query.value.value, query.value.start, expected), ...noted, entries }];
}

const sideExpectation = (side: "trigger" | "not", skill: string): Expected =>
  side === "trigger" ? { kind: "skill", name: skill } : { kind: "not-this" };

/** In a list of what should not activate this skill, a case may still name the sibling that it is for. */
function routed(sided: Expected, route: SourceEntry | undefined, skill: string): Expected {
  if (sided.kind !== "not-this" || !route) return sided;
  if (route.value.kind === "null") return { kind: "nothing" };
  const name = route.value.kind === "text" ? bareName(route.value.value) : skill;
  return name === skill ? sided : { kind: "skill", name };
}

function readQuery(node: SourceObject, findings: SuiteFindings): SourceEntry | null {
  const entry = oneOf(node, caseKeys.query, entriesNamed(node, caseKeys.looseQuery), findings);
  if (!entry) {
    if (entry === null) findings.add("no-query", node.start, "This case has no message.");
    return null;
  }
  if (entry.value.kind === "text") return entry;
  const is = describeKind(entry.value);
  findings.add("wrong-type", entry.value.start, `“${entry.key}” should be text, but it is ${is}.`);
  return null;
}

/** Null where nothing is expected that we know of, or two things; then it was told. */
function readExpected(
  node: SourceObject,
  entry: SourceEntry | null | undefined,
  route: SourceEntry | undefined,
  findings: SuiteFindings,
  skill: string,
): Expected | null {
  if (entry === undefined) return null;
  if (entry?.value.kind === "list") return byNames(textsOf(entry.value), skill);
  const own = entry ? readFlag(entry, findings) : null;
  if (route?.value.kind === "text" && own !== undefined) {
    const expected = byNames([route.value.value], skill);
    if (own !== false || expected.kind !== "skill" || expected.name !== skill) return expected;
    findings.add(
      "both-spellings",
      route.keyStart,
      `“${route.key}” names this skill, which should not be activated.`,
    );
    return null;
  }
  if (route?.value.kind === "null" && own !== true) return { kind: "nothing" };
  if (own === null && entry === null)
    findings.add("no-expectation", node.start, "It does not say whether the skill should be activated.");
  if (own === null || own === undefined) return null;
  return own ? { kind: "skill", name: skill } : { kind: "not-this" };
}

/** The one of several that is this skill, else the first; nothing where none is named. */
function byNames(names: readonly string[], skill: string): Expected {
  const bare = names.map(bareName);
  const name = bare.includes(skill) ? skill : bare[0];
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

/** The entry under one of these keys: null where there is none, undefined where two differ, which is told. */
function oneOf(
  node: SourceObject,
  keys: readonly string[],
  loose: readonly SourceEntry[],
  findings: SuiteFindings,
): SourceEntry | null | undefined {
  const named = entriesNamed(node, keys);
  const [first, ...others] = named.length > 0 ? named : loose.slice(0, 1);
  if (!first) return null;
  for (const other of others) {
    const [start, agree] = [other.keyStart, sameValue(first.value, other.value)];
    if (other.key === first.key)
      findings.add("duplicate-key", start, `“${other.key}” stands twice in one case.`);
    else if (agree)
      findings.add("both-spellings-agree", start, `“${first.key}” and “${other.key}” say the same.`);
    else findings.add("both-spellings", start, `“${first.key}” and “${other.key}” say different things.`);
    if (other.key === first.key || !agree) return undefined;
  }
  return first;
}

const sameValue = (left: SourceNode, right: SourceNode): boolean =>
  "value" in left && "value" in right && left.value === right.value;

/** Keys that we read twice make a file uncertain as a whole. */
function tellTwins(node: SourceObject, keys: readonly string[], findings: SuiteFindings): void {
  const seen = new Set<string>();
  for (const { key, keyStart } of node.entries) {
    if (seen.has(key))
      findings.add(
        keys.includes(foldKey(key)) ? "duplicate-key" : "duplicate-unread-key",
        keyStart,
        `“${key}” stands twice.`,
      );
    seen.add(key);
  }
}

/** Told already where they are looked for, with what they say. */
const comparedKeys: readonly string[] = [...caseKeys.query, ...caseKeys.expect];
const otherKeys = [...caseKeys.looseQuery, ...caseKeys.looseExpect, ...caseKeys.skill, ...caseKeys.note];

function tellUnreadTwins(node: SourceObject, findings: SuiteFindings): void {
  const others = node.entries.filter(({ key }) => !comparedKeys.includes(foldKey(key)));
  tellTwins({ ...node, entries: others }, otherKeys, findings);
}
