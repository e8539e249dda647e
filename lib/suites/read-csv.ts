import type { Expected } from "@/lib/verdicts/judge-suite";
import { bareName, caseKeys, readYesNo } from "./internal/case-keys";
import type { PlacedCase } from "./internal/check-cases";
import { foldKey } from "./source-node";
import { caseId, mostCases } from "./suite";
import type { SuiteFindings } from "./suite-finding";

/** A cell with the offset of its first character, the quote included. */
type Cell = { text: string; start: number };

/** What stands in the column of skills where no skill at all is expected; no skill can be called so. */
export const noSkillCell = "(nothing)";

/** A cell that a spreadsheet would calculate, or one that was kept from it by apostrophes before. */
export const formulaLike = /^'*\s*[=+\-@\t\r|%＝＋－＠]/u;

/**
 * The cases of a table with column names (RFC 4180; separated by commas, semicolons or tabs; a byte order mark, line
 * breaks in quotes and lone CRs are read). Takes time in proportion to the text. A reader of ours because findings
 * need the line and column of each cell, in the browser as on the server.
 */
export function readCsvCases(text: string, findings: SuiteFindings, skill: string): PlacedCase[] {
  const [head, ...rows] = readRows(text, findings);
  const columns = head ? findColumns(head, findings) : null;
  if (!head || !columns || columns.query < 0 || (columns.expect < 0 && columns.skill < 0)) {
    const missing = columns && columns.query >= 0 ? "should_trigger" : "query";
    findings.add("columns-missing", head?.[0]?.start ?? 0, `The first line names no column “${missing}”.`);
    return [];
  }
  if (rows.length > mostCases) {
    findings.add("too-many-cases", 0, `There are ${rows.length} rows; more than ${mostCases} are not read.`);
    return [];
  }
  const found = rows.flatMap((row): PlacedCase[] => {
    if (row.length !== head.length)
      findings.add(
        "row-length",
        row[0]?.start ?? 0,
        `This row has ${row.length} cells instead of ${head.length}.`,
      );
    const cell = (at: number): Cell => row[at] ?? { text: "", start: row[0]?.start ?? 0 };
    const query = cell(columns.query);
    const expected = readExpected(cell(columns.expect), cell(columns.skill), findings, skill);
    if (!expected) return [];
    const note = cell(columns.note).text;
    const line = findings.lineAt(query.start);
    return [
      {
        id: caseId(query.text, expected),
        query: query.text,
        expected,
        line,
        at: 0,
        offset: query.start,
        ...(note !== "" && { note }),
      },
    ];
  });
  return found.map((one, at) => ({ ...one, at }));
}

function readExpected(expect: Cell, route: Cell, findings: SuiteFindings, skill: string): Expected | null {
  const name = bareName(route.text.trim());
  const own = readYesNo(expect.text);
  if (name === noSkillCell) return { kind: "nothing" };
  if (name !== "" && own !== false) return { kind: "skill", name };
  if (name !== "" && name !== skill) return { kind: "skill", name };
  if (own !== null) return own ? { kind: "skill", name: skill } : { kind: "not-this" };
  const shown = expect.text.slice(0, 40);
  if (expect.text.trim() === "")
    findings.add("no-expectation", expect.start, "This row does not say what is expected.");
  else findings.add("wrong-type", expect.start, `“${shown}” should be true or false.`);
  return null;
}

type Columns = { query: number; expect: number; skill: number; note: number };

function findColumns(head: readonly Cell[], findings: SuiteFindings): Columns {
  const names = head.map(({ text }) => foldKey(text.trim()));
  for (const [at, { text, start }] of head.entries())
    if (text.trim() !== "" && names.indexOf(names[at] ?? "") < at)
      findings.add(
        "duplicate-key",
        start,
        `The column “${text.trim()}” stands twice; the first one is read.`,
      );
  const place = (...keys: readonly string[]) => names.findIndex((name) => keys.includes(name));
  const first = (keys: readonly string[], loose: readonly string[]) =>
    place(...keys) >= 0 ? place(...keys) : place(...loose);
  return {
    query: first(caseKeys.query, caseKeys.looseQuery),
    expect: first(caseKeys.expect, caseKeys.looseExpect),
    skill: place(...caseKeys.skill, "skill"),
    note: place(...caseKeys.note),
  };
}

/** The rows that hold something. A quote that is not closed is told, and its cell goes to the end. */
function readRows(text: string, findings: SuiteFindings): Cell[][] {
  const separator = guessSeparator(text);
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at <= text.length) {
    const cell = readCell(text, at, separator, findings);
    row.push({ text: cell.text, start: at });
    at = cell.end;
    if (text[at] === separator) {
      at++;
      continue;
    }
    if (row.length > 1 || row[0]?.text.trim() !== "") rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return rows;
}

function readCell(
  text: string,
  start: number,
  separator: string,
  findings: SuiteFindings,
): { text: string; end: number } {
  let at = start;
  let quoted = "";
  if (text[at] === '"') {
    for (;;) {
      const close = text.indexOf('"', at + 1);
      if (close < 0) {
        findings.add("quote-open", start, "This cell is not closed.");
        return { text: shown(quoted + text.slice(at + 1)), end: text.length };
      }
      quoted += text.slice(at + 1, close);
      at = close + 1;
      if (text[at] !== '"') break;
      quoted += '"';
    }
  }
  const after = at;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at++;
  return { text: shown(quoted + text.slice(after, at)), end: at };
}

/** One apostrophe before what looks like a formula was put there for spreadsheets. */
const shown = (cell: string): string =>
  cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;

/** The one that stands most often in the first line, outside of quotes. */
function guessSeparator(text: string): string {
  const counts = new Map<string, number>([...",;\t"].map((one) => [one, 0]));
  let quoted = false;
  for (const character of text.replace(/^\uFEFF?\s+/, "")) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "\n" || character === "\r")) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted((left, right) => right[1] - left[1]);
  return best?.[0] ?? ",";
}
