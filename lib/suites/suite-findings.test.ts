import { describe, expect, it } from "vitest";
import { readSuite } from "./read-suite";
import { mostCharacters, runnableCases } from "./suite";

const read = (text: string, path = "evals/trigger-eval.json", knownSkills?: string[]) =>
  readSuite({ path, text, skill: "triage", ...(knownSkills && { knownSkills }) });
const shown = (text: string, path?: string) =>
  read(text, path).cases.map(({ query, expected }) => [
    query,
    expected.kind === "skill" ? expected.name : expected.kind,
  ]);
const rules = (text: string, path?: string) => read(text, path).findings.map(({ rule }) => rule);

describe("findings", () => {
  it("says what, where and what to do", () => {
    const [finding] = read(
      '[\n  {"query": "a", "should_trigger": false},\n  {"query": "b", "should_trigger": true},\n  {"query": 5, "should_trigger": true}]',
    ).findings;
    expect(finding).toEqual({
      rule: "wrong-type",
      severity: "error",
      path: "evals/trigger-eval.json",
      line: 4,
      column: 13,
      message: "“query” should be text, but it is a number.",
      remedy: expect.stringContaining("Write"),
    });
  });

  it.each([
    ["a key that stands twice", '[{"query":"a","query":"b","should_trigger":true}]', "duplicate-key"],
    [
      "an expectation that stands twice",
      '[{"query":"a","should_trigger":true,"should_trigger":false}]',
      "duplicate-key",
    ],
    [
      "a list that stands twice",
      '{"cases":[{"query":"a","should_trigger":true}],"cases":[]}',
      "duplicate-key",
    ],
    ["two spellings that differ", '[{"query":"a","prompt":"b","should_trigger":true}]', "both-spellings"],
    ["two expectations", '[{"query":"a","should_trigger":true,"shouldTrigger":false}]', "both-spellings"],
    [
      "two spellings that agree",
      '[{"query":"a","prompt":"a","should_trigger":true}]',
      "both-spellings-agree",
    ],
    ["another key twice", '[{"query":"a","should_trigger":true,"x":1,"x":2}]', "duplicate-unread-key"],
    [
      "its own name where it should not be activated",
      '[{"query":"a","should_trigger":false,"expected_skill":"triage"}]',
      "both-spellings",
    ],
    [
      "a sibling that stands twice",
      '[{"query":"a","expected_skill":"triage","expected_skill":"deploy"}]',
      "duplicate-key",
    ],
    [
      "two siblings in two spellings",
      '[{"query":"a","expected_skill":"triage","target_skill":"deploy"}]',
      "both-spellings",
    ],
    ["a name that is none", '[{"query":"a","should_trigger":true,"expected_skill":5}]', "wrong-type"],
    ["names that are none", '[{"query":"a","should_trigger":[5]}]', "wrong-type"],
    ["an empty name among some", '[{"query":"a","should_trigger":["triage"," "]}]', "wrong-type"],
    ["a name that is empty", '[{"query":"a","expected_skill":""}]', "no-expectation"],
    [
      "a case that contradicts its list",
      '{"should_trigger":[{"query":"a","should_trigger":false}]}',
      "both-spellings",
    ],
    [
      "a second list of cases",
      '{"cases":[{"query":"a","should_trigger":true}],"queries":[{"query":"b","should_trigger":true}]}',
      "list-unread",
    ],
    ["a second list of one kind", '{"should_trigger":["a"],"positive":["b"]}', "list-unread"],
    [
      "a list beside two",
      '{"should_trigger":["a"],"cases":[{"query":"b","should_trigger":true}]}',
      "list-unread",
    ],
    ["the name of another skill", '{"skill_name":"deploy","cases":[]}', "other-skill"],
    ["no message", '[{"should_trigger":true}]', "no-query"],
    ["no expectation", '[{"query":"a"}]', "no-expectation"],
    ["a kind that expects nothing", '[{"query":"a","type":"edge_case"}]', "no-expectation"],
    ["an expectation in quotes", '[{"query":"a","should_trigger":"false"}]', "expectation-in-words"],
    ["an expectation of another type", '[{"query":"a","should_trigger":{}}]', "wrong-type"],
    ["an empty message", '[{"query":" \\u200b ","should_trigger":true}]', "empty-query"],
    ["a hidden character", '[{"query":"a\\u202eb","should_trigger":true}]', "hidden-text"],
    ["half a character", '[{"query":"a\\ud800","should_trigger":true}]', "hidden-text"],
    ["a NUL", '[{"query":"a\\u0000","should_trigger":true}]', "not-storable"],
    ["a NUL in a name", '[{"query":"a","expected_skill":"b\\u0000"}]', "not-storable"],
    [
      "a message that cannot be saved",
      `[{"query":"${"x".repeat(20_001)}","should_trigger":true}]`,
      "long-query",
    ],
    ["an entry of another type", "[7]", "wrong-type"],
    ["only one kind", '[{"query":"a","should_trigger":true}]', "one-sided"],
    ["no list", '{"a":1}', "unknown-form"],
    ["a comment", "[] // x", "syntax"],
    ["a comma too many", '[{"query":"a","should_trigger":true},]', "syntax"],
    ["an empty file", "", "syntax"],
    ["too deep", "[".repeat(100_000), "too-deep"],
    ["a deep comment", `/*"*/${"[".repeat(100_000)}`, "syntax"],
  ])("tells %s", (_, text, rule) => {
    expect(rules(text)).toContain(rule);
  });

  it("tries no case that the database does not take", () => {
    const cases = [
      { query: "a\u0000", should_trigger: true },
      { query: "b\ud800", should_trigger: true },
      { query: "c", expected_skill: "d\u0000" },
      { query: "e", should_trigger: true },
    ];
    expect(runnableCases(read(JSON.stringify(cases)).cases).map(({ query }) => query)).toEqual(["e"]);
  });

  it("leaves out a case that could be read in two ways, and keeps the others", () => {
    const text = '[{"query":"a","query":"b","should_trigger":true},{"query":"c","should_trigger":true}]';
    expect(shown(text)).toEqual([["c", "triage"]]);
  });

  it.each([
    ['{"query":"a","should_trigger":true,"expected_skill":5}', []],
    ['{"query":"a","should_trigger":[5]}', []],
    ['{"query":"a","expected_skill":"triage","expected_skill":"deploy"}', []],
    ['{"query":"a","should_trigger":true,"expected_skill":" "}', [["a", "triage"]]],
    ['{"query":"a","should_trigger":false,"expected_skill":" deploy "}', [["a", "deploy"]]],
  ])("expects nothing of %s that it does not say", (text, expected) => {
    expect(shown(`[${text}]`)).toEqual(expected);
  });

  it.each([["query,query,expected\na,b,yes", "duplicate-key", 1]])(
    "tells what a table says twice (%#)",
    (text, rule, line) => {
      expect(read(text, "a.csv").findings).toContainEqual(expect.objectContaining({ rule, line }));
    },
  );

  it("tells twins and contradictions by the line of the first, and runs each case once or not at all", () => {
    const line = (query: string, fires: boolean) => `{"query":"${query}","should_trigger":${fires}}`;
    const text = `[${[line("a", true), line("a", true), line("b", true), line("b", false), line(" ", true), line("c", false)].join(",\n")}]`;
    const { cases, findings } = read(text);
    expect(findings.map(({ rule, line: at }) => [rule, at])).toEqual([
      ["duplicate-case", 2],
      ["contradicting-case", 4],
      ["empty-query", 5],
    ]);
    expect(findings[0]?.message).toContain("line 1");
    expect(runnableCases(cases).map(({ query }) => query)).toEqual(["a", "c"]);
  });

  it("tells skills that are not there, where it knows which are", () => {
    const text = '[{"query":"a","expected_skill":"deploi"},{"query":"b","should_trigger":true}]';
    expect(read(text, "a.json", ["triage", "deploy"]).findings.map(({ rule }) => rule)).toEqual([
      "unknown-skill",
    ]);
    expect(rules(text)).toEqual([]);
  });

  it.each([
    [1_001, 1_001, ["many-cases"]],
    [5_001, 0, ["too-many-cases"]],
  ])("says the number of %i cases, and refuses more than 5,000", (count, readable, expected) => {
    const cases = Array.from({ length: count }, (_, at) => ({
      query: `q${at}`,
      should_trigger: at % 2 === 0,
    }));
    const { cases: found, findings } = read(JSON.stringify(cases));
    expect([found.length, findings.map(({ rule }) => rule)]).toEqual([readable, expected]);
    expect(findings[0]?.message).toContain(String(count));
  });

  it("refuses a file that is too large without reading it", () => {
    expect(rules(" ".repeat(mostCharacters + 1))).toEqual(["too-large"]);
  });

  it("tells at most fifty of a kind, and how many more there are", () => {
    const { findings } = read(JSON.stringify(Array.from({ length: 300 }, () => 1)));
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)?.message).toContain("250 more");
  });
});
