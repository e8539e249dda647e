import { describe, expect, it } from "vitest";
import { csvHead, toCsvLine } from "./internal/to-csv";
import type { AuditRow } from "./schema";

const row: AuditRow = {
  id: "7",
  at: "2026-11-21T14:00:00.000Z",
  actor: { id: null, name: "Ines" },
  action: "skill.published",
  object: { type: "skill", id: "s", name: "notes" },
  digestBefore: null,
  digestAfter: "ab12",
  detail: null,
  traceId: "t",
  address: null,
};
const named = (name: string) => toCsvLine({ ...row, object: { ...row.object, name } });

describe("audit rows as CSV", () => {
  it("have as many cells as there are columns, and lines end as RFC 4180 says", () => {
    expect(csvHead().split(",")).toHaveLength(13);
    expect(toCsvLine(row)).toBe(
      "7,2026-11-21T14:00:00.000Z,,Ines,skill.published,skill,s,notes,,ab12,,t,\r\n",
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1", "－1"])("take nothing for a formula: %j", (name) => {
    expect(named(name)).toContain(`,'${name},`);
  });

  it.each([
    ["Ana;=1+1", "Ana;'=1+1"],
    ["Ana; =cmd|' /C calc'!A0;x", "Ana;' =cmd|' /C calc'!A0;x"],
    ["a;;@SUM(A1)", "a;;'@SUM(A1)"],
    [" =1+1", "' =1+1"],
    ["one; two", "one; two"],
  ])("take nothing for a formula where a program cuts at semicolons: %j", (name, cell) => {
    expect(named(name)).toContain(`,${cell},`);
  });

  it("take nothing for a formula on the next line of a cell", () => {
    expect(named("notes\n=1+1")).toContain(`,"notes\n'=1+1",`);
  });

  it("keep quotes, commas and line breaks inside their cell, and a formula behind them harmless", () => {
    expect(named('=HYPERLINK("http://x","y")')).toContain(`,"'=HYPERLINK(""http://x"",""y"")",`);
    expect(named("two\r\nlines")).toContain(',"two\r\nlines",');
    expect(named('he said "hi"')).toContain(',"he said ""hi""",');
  });

  it("write the detail as JSON in one cell", () => {
    expect(toCsvLine({ ...row, detail: { version: 4, note: "a, b" } })).toContain(
      ',"{""version"":4,""note"":""a, b""}",',
    );
  });
});
