import type { Expected } from "@/lib/proof/suites/case-schema";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";

type SuiteCase = TriggerSuite["cases"][number];

/** A case as it is edited. `key` names the row while the page is open, whatever is typed. */
export type SuiteRow = { key: number; query: string; expected: Expected; note: string };

/** An expectation as the value of a select; a name may hold anything. */
export const expectedValue = (expected: Expected): string =>
  expected.kind === "skill" ? `skill:${expected.name}` : expected.kind;

export function expectedOf(value: string): Expected {
  if (value.startsWith("skill:")) return { kind: "skill", name: value.slice("skill:".length) };
  return value === "nothing" ? { kind: "nothing" } : { kind: "not-this" };
}

let lastKey = 0;
const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const newRow = (query: string, expected: Expected, note = ""): SuiteRow => ({
  key: nextKey(),
  query,
  expected,
  note,
});

export const toRows = (cases: readonly Pick<SuiteCase, "query" | "expected" | "note">[]): SuiteRow[] =>
  cases.map(({ query, expected, note }) => newRow(query, expected, note ?? ""));

/** Two writings of the same characters are one query, as for the server. */
const folded = (query: string): string => query.normalize("NFC").trim();

export const sameCase = (row: SuiteRow): string => `${expectedValue(row.expected)}\n${folded(row.query)}`;

/** Whether rows say the same cases as what is stored, in the same order. */
export const isSameSuite = (
  rows: readonly SuiteRow[],
  cases: readonly Pick<SuiteCase, "query" | "expected" | "note">[],
): boolean =>
  rows.length === cases.length &&
  rows.every((row, at) => {
    const stored = cases[at];
    return (
      stored !== undefined &&
      stored.query === row.query &&
      expectedValue(stored.expected) === expectedValue(row.expected) &&
      (stored.note ?? "") === row.note
    );
  });

/** What is wrong with single rows, by their key, before the server is asked. */
export function rowProblems(rows: readonly SuiteRow[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const first = new Map<string, number>();
  const expectations = new Map<string, SuiteRow>();
  for (const [at, row] of rows.entries()) {
    const query = folded(row.query);
    if (query === "") {
      problems.set(row.key, "Write the message, or remove the case.");
      continue;
    }
    const same = first.get(sameCase(row));
    const other = expectations.get(query);
    if (same !== undefined) problems.set(row.key, `The same as case ${same}: it counts once.`);
    else if (other !== undefined)
      problems.set(row.key, "Another case expects something else of the same message: decide which holds.");
    first.set(sameCase(row), same ?? at + 1);
    if (!other) expectations.set(query, row);
  }
  return problems;
}

/** Rows of what was pasted, one query a line; lines that are there already are left out and counted. */
export function pastedRows(
  text: string,
  expected: Expected,
  rows: readonly SuiteRow[],
): { added: SuiteRow[]; known: number } {
  const seen = new Set(rows.map(sameCase));
  const added: SuiteRow[] = [];
  let known = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const query = line.trim();
    if (query === "") continue;
    const row = newRow(query, expected);
    if (seen.has(sameCase(row))) known += 1;
    else added.push(row);
    seen.add(sameCase(row));
  }
  return { added, known };
}

/**
 * Puts what was changed since `base` onto what somebody else saved: cases that were added or changed here are added,
 * those that were removed or changed here go. Cases that both added stand once.
 */
export function rebaseRows(
  base: readonly Pick<SuiteCase, "query" | "expected" | "note">[],
  rows: readonly SuiteRow[],
  theirs: readonly Pick<SuiteCase, "query" | "expected" | "note">[],
): SuiteRow[] {
  const before = new Map(toRows(base).map((row) => [sameCase(row), row.note]));
  const mine = new Map(rows.map((row) => [sameCase(row), row]));
  const kept = toRows(theirs)
    .filter((row) => mine.has(sameCase(row)) || !before.has(sameCase(row)))
    .map((row) => {
      const own = mine.get(sameCase(row));
      return own && own.note !== before.get(sameCase(row)) ? { ...row, note: own.note } : row;
    });
  const there = new Set(kept.map(sameCase));
  const added = rows.filter((row) => !before.has(sameCase(row)) && !there.has(sameCase(row)));
  return [...kept, ...added];
}
