import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expected } from "@/lib/verdicts/judge-suite";
import { readSuite } from "./read-suite";
import { writeCsvCases } from "./write-csv";

const skill = "triage";
const read = (text: string, path = "cases.csv") => readSuite({ path, text, skill });
const own: Expected = { kind: "skill", name: skill };
const shown = (text: string) => read(text).cases.map(({ query, expected }) => [query, expected.kind]);

describe("tables that are read", () => {
  it.each([
    ["commas", "query,should_trigger\nPager,true\nWeather,false\n"],
    ["semicolons and a byte order mark", "\uFEFFquery;should_trigger\r\nPager;yes\r\nWeather;no"],
    ["tabs", "Prompt\tExpected\nPager\ttrigger\nWeather\tnot"],
    ["lone CRs and blank lines", "query,expected\rPager,1\r\r  \rWeather,0\r"],
    ["quotes around all", '"query","should_trigger"\n"Pager","TRUE"\n"Weather","FALSE"'],
  ])("reads %s", (_, text) => {
    expect(shown(text)).toEqual([
      ["Pager", "skill"],
      ["Weather", "not-this"],
    ]);
    expect(read(text).findings).toEqual([]);
  });

  it("reads line breaks, separators and quotes within quotes, with the line where each begins", () => {
    const text = 'query,should_trigger,note\n"a ""b"",\r\nc",true,n\nd,false,\n';
    expect(read(text).cases).toMatchObject([
      { query: 'a "b",\r\nc', note: "n", line: 2, at: 0 },
      { query: "d", line: 4, at: 1 },
    ]);
  });

  it("reads which skill is expected, or that none is", () => {
    const text =
      "query,should_trigger,expected_skill\na,,deploy\nb,false,triage\nc,false,(nothing)\nd,true,ops:deploy";
    expect(read(text).cases.map(({ expected }) => expected)).toEqual([
      { kind: "skill", name: "deploy" },
      { kind: "not-this" },
      { kind: "nothing" },
      { kind: "skill", name: "deploy" },
    ]);
  });

  it.each([
    ["no names of columns", "Pager,true", "columns-missing"],
    ["no column of expectations", "query,x\na,b", "columns-missing"],
    ["nothing", "", "columns-missing"],
    ["an open quote", 'query,expected\n"a,true', "quote-open"],
    ["a row that is too short", "query,expected,note\na,true", "row-length"],
    ["an expectation that is none", "query,expected\na,perhaps", "wrong-type"],
    ["an empty expectation", "query,expected\na,", "no-expectation"],
    ["too many rows", `query,expected\n${"a,true\n".repeat(5_001)}`, "too-many-cases"],
  ])("tells %s", (_, text, rule) => {
    expect(read(text).findings.map((one) => one.rule)).toContain(rule);
  });

  it("points at the cell", () => {
    const [finding] = read("query,expected\na,true\nb,perhaps\nc,false").findings;
    expect(finding).toMatchObject({ rule: "wrong-type", line: 3, column: 3 });
  });
});

describe("tables that are written", () => {
  const write = (query: string) => writeCsvCases([{ query, expected: own }], skill).split("\r\n")[1];

  it.each([
    ["=1+1", "'=1+1,true,,"],
    ["+1", "'+1,true,,"],
    ["-1", "'-1,true,,"],
    ["@SUM(A1)", "'@SUM(A1),true,,"],
    ["\t=1", '"\'\t=1",true,,'],
    [" =1", "' =1,true,,"],
    ["'=1", "''=1,true,,"],
    ["＝1", "'＝1,true,,"],
    ["|calc", "'|calc,true,,"],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")",true,,'],
    ["it's", "it's,true,,"],
  ])("keeps spreadsheets from calculating %s", (query, row) => {
    expect(write(query)).toBe(row);
  });

  it("is read back as it was, whatever the texts are", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("=1", "''=", "\uFEFFx", '"', "\r", "a,b;c"),
    );
    const name = fc.stringMatching(/^[a-z]{1,8}$/);
    const expected = fc.oneof(
      fc.constantFrom<Expected>(own, { kind: "not-this" }, { kind: "nothing" }),
      name.map((one): Expected => ({ kind: "skill", name: one })),
    );
    const one = fc.record({ query: text, expected, note: text.filter((note) => note !== "") });
    fc.assert(
      fc.property(fc.array(one), (cases) => {
        const { cases: after } = read(writeCsvCases(cases, skill));
        expect(after.map(({ query, expected: kind, note }) => ({ query, expected: kind, note }))).toEqual(
          cases,
        );
      }),
      { numRuns: 300 },
    );
  });
});
