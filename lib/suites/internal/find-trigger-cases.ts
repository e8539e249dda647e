import type { Expected } from "@/lib/verdicts/judge-suite";
import {
  describeKind,
  entriesNamed,
  foldKey,
  type SourceEntry,
  type SourceList,
  type SourceNode,
  type SourceObject,
} from "../source-node";
import { caseId, mostCases } from "../suite";
import type { SuiteFindings } from "../suite-finding";
import { caseKeys, classKeys, listKeys, wrapperKeys } from "./case-keys";
import type { PlacedCase } from "./check-cases";
import { oneOf } from "./one-of-entries";
import { readExpectation } from "./read-expectation";
import { tellTwins } from "./tell-twins";

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
  const named = (keys: readonly string[]) => entriesNamed(node, keys).flatMap(listOf);
  const [trigger, not, plain] = [named(classKeys.trigger), named(classKeys.not), named(listKeys)];
  const sided = [
    ...trigger.slice(0, 1).map(({ list }): CaseList => ({ node: list, side: "trigger" })),
    ...not.slice(0, 1).map(({ list }): CaseList => ({ node: list, side: "not" })),
  ];
  tellUnread(trigger[0], trigger.slice(1), findings);
  tellUnread(not[0], not.slice(1), findings);
  const first = trigger[0] ?? not[0];
  tellUnread(first ?? plain[0], (first ? plain : plain.slice(1)).filter(holdsCases), findings);
  return sided.length > 0 ? sided : plain.slice(0, 1).map(({ list }) => ({ node: list, side: null }));
}

type NamedList = { entry: SourceEntry; list: SourceList };

const listOf = (entry: SourceEntry): NamedList[] =>
  entry.value.kind === "list" ? [{ entry, list: entry.value }] : [];

/** Other programs keep lists of other things beside their cases. */
const holdsCases = ({ list }: NamedList): boolean =>
  list.items.some((item) => item.kind === "object" && entriesNamed(item, caseKeys.query).length > 0);

/** One that stands twice under the same key was told. */
function tellUnread(
  read: NamedList | undefined,
  others: readonly NamedList[],
  findings: SuiteFindings,
): void {
  for (const { entry, list } of others)
    if (read && entry.key !== read.entry.key && list.items.length > 0)
      findings.add(
        "list-unread",
        entry.keyStart,
        `“${read.entry.key}” is read, and “${entry.key}” is not: its ${list.items.length} cases are not tried.`,
      );
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
  const { expected, expect, route } = readExpectation(node, sided, findings, skill);
  if (query?.value.kind !== "text" || !expected) return [];
  const note = entriesNamed(node, caseKeys.note).find(({ value }) => value.kind === "text");
  const entries = { query, ...(expect && { expect }), ...(route && { skill: route }), ...(note && { note }) };
  const noted = note?.value.kind === "text" ? { note: note.value.value } : {};
  return [{ ...made(query.value.value, query.value.start, expected), ...noted, entries }];
}

const sideExpectation = (side: "trigger" | "not", skill: string): Expected =>
  side === "trigger" ? { kind: "skill", name: skill } : { kind: "not-this" };

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

/** Told already where they are looked for, with what they say. */
const comparedKeys: readonly string[] = [...caseKeys.query, ...caseKeys.expect, ...caseKeys.skill];
const otherKeys = [...caseKeys.looseQuery, ...caseKeys.looseExpect, ...caseKeys.note];

function tellUnreadTwins(node: SourceObject, findings: SuiteFindings): void {
  const others = node.entries.filter(({ key }) => !comparedKeys.includes(foldKey(key)));
  tellTwins({ ...node, entries: others }, otherKeys, findings);
}
