import { err, ok, type Result } from "@/lib/kernel/result";
import type { Expected } from "@/lib/verdicts/judge-suite";
import { caseKeys, turnYesNo } from "./internal/case-keys";
import { type CaseList, type FoundCase, findLists, findTriggerCases } from "./internal/find-trigger-cases";
import { freshStyle, type Layout, layoutOf, listSpacing, toJson } from "./internal/json-layout";
import { matchEdits } from "./internal/match-edits";
import {
  editObject,
  type FieldEdit,
  type Piece,
  spliceElements,
  styleOf,
  writeObject,
} from "./internal/splice-list";
import { readJson } from "./read-json";
import { foldKey, type SourceEntry } from "./source-node";
import { caseId, expectedKey } from "./suite";
import { type SuiteFinding, SuiteFindings, stopsWriting } from "./suite-finding";

/**
 * A case as it shall be. `from` is its place in the file as it was read (`at`), null for a new one; without it, the
 * case of the same message is meant. `note` undefined leaves what is there, null takes it away.
 */
export type CaseEdit = { from?: number | null; query: string; expected: Expected; note?: string | null };

export type TriggerFile = { path: string; text: string | null; skill: string };

/** What a file cannot be changed for, or its new text: the same one where nothing changes. */
export type Written = Result<string, SuiteFinding[]>;

/**
 * The file with exactly these cases in this order (within each list, where it has one for each kind). Only what
 * changed is written: all else keeps its bytes, its spelling, its unknown fields and its line ends.
 */
export function writeTriggerSuite({ path, text, skill }: TriggerFile, wanted: readonly CaseEdit[]): Written {
  if (text === null || text.trim() === "") return ok(newFile(wanted, skill));
  const findings = new SuiteFindings(path, text);
  const { root, problems } = readJson(text);
  for (const { rule, start, message } of problems) findings.add(rule, start, message);
  const lists = root ? findLists(root, findings) : [];
  if (root && lists.length === 0)
    findings.add("unknown-form", root.start, "There is no list of cases in this file.");
  if (lists.length === 0) return err(findings.list());
  const found = findTriggerCases(lists, findings, skill);
  const edited = editLists(text, lists, found, wanted, skill, findings);
  const stops = findings.list().filter(stopsWriting);
  return stops.length > 0 ? err(stops) : ok(edited);
}

function newFile(wanted: readonly CaseEdit[], skill: string): string {
  const cases = wanted.map(({ query, expected, note }) => ({
    query,
    should_trigger: isOwn(expected, skill),
    ...(expected.kind === "nothing" && { expected_skill: null }),
    ...(expected.kind === "skill" && expected.name !== skill && { expected_skill: expected.name }),
    ...(note && { note }),
  }));
  return `${JSON.stringify(cases, null, 2)}\n`;
}

const isOwn = (expected: Expected, skill: string): boolean =>
  expected.kind === "skill" && expected.name === skill;

function editLists(
  text: string,
  lists: readonly CaseList[],
  found: readonly FoundCase[],
  wanted: readonly CaseEdit[],
  skill: string,
  findings: SuiteFindings,
): string {
  const layout = layoutOf(text);
  const places = matchEdits(
    found.map(({ id, query }) => [id, query.normalize("NFC")]),
    wanted.map(({ from, query, expected }) => ({
      from,
      keys: [caseId(query, expected), query.normalize("NFC")],
    })),
  );
  const pieces = new Map(lists.map((list) => [list, [] as Piece[]]));
  for (const [index, edit] of wanted.entries()) {
    const before = found[places[index] ?? -1] ?? null;
    const list = lists.find(({ side }) => side === null || side === sideOf(edit.expected, skill));
    if (!list) {
      findings.add("unknown-form", 0, "The file has no list for cases of this kind; add an empty one.");
      return text;
    }
    const inPlace = before?.list === list ? list.node.items.indexOf(before.node) : -1;
    const sibling = found.findLast((one) => one.list === list && one.entries !== null);
    const place = { list, layout, skill, findings, sibling };
    const piece = before ? editCase(text, before, edit, place) : newCase(text, edit, place);
    pieces.get(list)?.push({ from: inPlace < 0 ? null : inPlace, text: piece });
  }
  // From the end on, so that places before it still hold.
  return lists
    .toSorted((left, right) => right.node.start - left.node.start)
    .reduce((whole, list) => {
      const { node } = list;
      const spacing = listSpacing(text, node, layout);
      const spliced = spliceElements(text, node, node.items, pieces.get(list) ?? [], spacing);
      return whole.slice(0, node.start) + spliced + whole.slice(node.end);
    }, text);
}

const sideOf = (expected: Expected, skill: string): CaseList["side"] =>
  isOwn(expected, skill) ? "trigger" : "not";

/** `sibling`: a case of the same list, as which a new one is written. */
type Place = {
  list: CaseList;
  layout: Layout;
  skill: string;
  findings: SuiteFindings;
  sibling: FoundCase | undefined;
};

function editCase(text: string, before: FoundCase, edit: CaseEdit, place: Place): string {
  const { node, entries } = before;
  const { layout, findings, list } = place;
  const json = (value: unknown) => toJson(value, layout, null);
  const asked = edit.query === before.query;
  const expects = expectedKey(edit.expected) === expectedKey(before.expected);
  if (node.kind !== "object" || !entries)
    return asked && expects && !edit.note ? text.slice(node.start, node.end) : newCase(text, edit, place);
  const edits: FieldEdit[] = [];
  const set = (names: readonly string[], key: string, value: string | null) =>
    edits.push({ names, key, json: value });
  if (!asked) set(spellings(entries.query.key, caseKeys.query), entries.query.key, json(edit.query));
  if (!expects) {
    if (entries.expect?.value.kind === "list")
      findings.add(
        "unknown-form",
        entries.expect.value.start,
        "This case names the skills that it expects; change what it expects in the file itself.",
      );
    edits.push(...expectationEdits(before, edit.expected, list.side === null, place));
  }
  if (edit.note !== undefined && (edit.note ?? "") !== (before.note ?? "")) {
    const key = entries.note?.key ?? "note";
    set([foldKey(key)], key, edit.note === null || edit.note === "" ? null : json(edit.note));
  }
  return edits.length === 0 ? text.slice(node.start, node.end) : editObject(text, node, edits);
}

/** All that say the same beside it must go on saying so; a looser key stands for itself. */
const spellings = (key: string, exact: readonly string[]): readonly string[] =>
  exact.includes(foldKey(key)) ? exact : [foldKey(key)];

function expectationEdits(
  { entries }: FoundCase,
  expected: Expected,
  says: boolean,
  { skill, layout }: Place,
): FieldEdit[] {
  const own = isOwn(expected, skill);
  const { expect, skill: route } = entries ?? {};
  const named = expected.kind === "skill" && (!own || route) ? toJson(expected.name, layout, null) : null;
  const routeEdit = {
    names: caseKeys.skill,
    key: route?.key ?? "expected_skill",
    json: expected.kind === "nothing" ? "null" : named,
  };
  if (!says && !expect) return [routeEdit];
  const key = expect?.key ?? "should_trigger";
  return [{ names: spellings(key, caseKeys.expect), key, json: flag(expect, own) }, routeEdit];
}

/** True or false; in words where the file has words for them under a key that other readers take for a text. */
function flag(like: SourceEntry | undefined, fires: boolean): string {
  const loose: readonly string[] = caseKeys.looseExpect;
  const word =
    like?.value.kind === "text" && loose.includes(foldKey(like.key))
      ? turnYesNo(like.value.value, fires)
      : null;
  return JSON.stringify(word ?? fires);
}

function newCase(text: string, { query, expected, note }: CaseEdit, place: Place): string {
  const { list, layout, skill, sibling } = place;
  const json = (value: unknown) => toJson(value, layout, null);
  const own = isOwn(expected, skill);
  const plain = expected.kind === "not-this" || own;
  if (list.side !== null && plain && !note && !sibling) return json(query);
  const style =
    sibling?.node.kind === "object" ? styleOf(text, sibling.node) : freshStyle(text, list.node, layout);
  const like = sibling?.entries;
  const fields: (readonly [string, string])[] = [[like?.query.key ?? "query", json(query)]];
  if (list.side === null) fields.push([like?.expect?.key ?? "should_trigger", flag(like?.expect, own)]);
  if (!plain)
    fields.push([
      like?.skill?.key ?? "expected_skill",
      json(expected.kind === "skill" ? expected.name : null),
    ]);
  if (note) fields.push([like?.note?.key ?? "note", json(note)]);
  return writeObject(fields, style);
}
