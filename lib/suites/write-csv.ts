import { formulaLike, noSkillCell } from "./read-csv";
import type { SuiteCase } from "./suite";

/**
 * The cases as a table for spreadsheets (RFC 4180, CR LF). What one would calculate begins with an apostrophe, which
 * `readCsvCases` takes off again: reading gives the same cases.
 */
export function writeCsvCases(
  cases: readonly Omit<SuiteCase, "line" | "at" | "id">[],
  skill: string,
): string {
  const rows = cases.map(({ query, expected, note }) => {
    const own = expected.kind === "skill" && expected.name === skill;
    const named =
      expected.kind === "nothing" ? noSkillCell : expected.kind === "skill" && !own ? expected.name : "";
    return [query, own ? "true" : "false", named, note ?? ""];
  });
  return [["query", "should_trigger", "expected_skill", "note"], ...rows]
    .map((row) => `${row.map(toCell).join(",")}\r\n`)
    .join("");
}

function toCell(text: string): string {
  const safe = formulaLike.test(text) ? `'${text}` : text;
  return /^\s|\s$|[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
