import { describe, expect, it } from "vitest";
import { readSuite } from "./read-suite";

const read = (text: string, path = "evals/trigger-eval.json") => readSuite({ path, text, skill: "triage" });
const own = { kind: "skill", name: "triage" };
const shown = (text: string, path?: string) =>
  read(text, path).cases.map(({ query, expected }) => [
    query,
    expected.kind === "skill" ? expected.name : expected.kind,
  ]);
const rules = (text: string, path?: string) => read(text, path).findings.map(({ rule }) => rule);
const both = [
  ["Pager", "triage"],
  ["Weather", "not-this"],
];

describe("forms of a trigger suite", () => {
  it("reads the usual list with id, note and line of each case", () => {
    const text = `[
  {"query": "Pager", "should_trigger": true, "reason": "on call", "x": 1},

  {"query": "Weather", "should_trigger": false}
]`;
    const { format, cases, findings } = read(text);
    expect({ format, findings }).toEqual({ format: "trigger-eval", findings: [] });
    expect(cases).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{12}$/),
        query: "Pager",
        expected: own,
        note: "on call",
        line: 2,
        at: 0,
      },
      { id: expect.any(String), query: "Weather", expected: { kind: "not-this" }, line: 4, at: 1 },
    ]);
  });

  it.each([
    ["camel case", '[{"query":"Pager","shouldTrigger":true},{"query":"Weather","shouldTrigger":false}]'],
    ["prompts", '[{"prompt":"Pager","should_trigger":true},{"prompt":"Weather","should_trigger":false}]'],
    [
      "wrapped, other words",
      '{"skill_name":"triage","cases":[{"id":"a","prompt":"Pager","expected_trigger":true},{"prompt":"Weather","expected_trigger":false}]}',
    ],
    [
      "queries",
      '{"queries":[{"query":"Pager","should_trigger":true},{"query":"Weather","should_trigger":false}]}',
    ],
    ["two lists of texts", '{"should_trigger":["Pager"],"should_not_trigger":["Weather"]}'],
    [
      "two lists of objects",
      '{"shouldTrigger":[{"query":"Pager"}],"shouldNotTrigger":[{"query":"Weather"}]}',
    ],
    ["lists in a wrapper", '{"trigger_tests":{"should_trigger":["Pager"],"should_not_trigger":["Weather"]}}'],
    ["positive and negative", '{"positive":["Pager"],"negative":["Weather"]}'],
    [
      "expected in words",
      '[{"text":"Pager","expected":"trigger"},{"text":"Weather","expected":"no_trigger"}]',
    ],
    [
      "a byte order mark",
      '\uFEFF[{"query":"Pager","should_trigger":true},{"query":"Weather","should_trigger":false}]',
    ],
  ])("reads %s", (_, text) => {
    expect(shown(text)).toEqual(both);
    expect(rules(text)).toEqual([]);
  });

  it("reads which skill of many is expected, or none", () => {
    const cases = [
      { query: "a", should_trigger: ["triage", "deploy"] },
      { query: "b", should_trigger: ["deploy"], should_not_trigger: ["triage"] },
      { query: "c", should_trigger: [] },
      { query: "d", should_trigger: true, expected_skill: "ops:deploy" },
      { query: "e", should_trigger: false, expected_skill: null },
      { query: "f", expected_skill: "triage" },
    ];
    expect(shown(JSON.stringify({ evals: cases }))).toEqual([
      ["a", "triage"],
      ["b", "deploy"],
      ["c", "nothing"],
      ["d", "deploy"],
      ["e", "nothing"],
      ["f", "triage"],
    ]);
  });

  it("takes an evals.json for a trigger suite when its entries say so", () => {
    const text = '{"skillId":"triage","evals":[{"prompt":"Pager","shouldTrigger":true}]}';
    expect(read(text, "evals/evals.json")).toMatchObject({
      format: "trigger-eval",
      skill: "triage",
      tasks: [],
    });
    expect(shown(text, "evals/evals.json")).toEqual([["Pager", "triage"]]);
  });

  it("gives a case the same id in every order, format and Unicode form", () => {
    const id = (query: string, path: string, text: string) =>
      read(text.replace("?", query), path).cases.find((one) => one.query === query)?.id;
    const first = id(
      "Caf\u00e9",
      "a.json",
      '[{"query":"x","should_trigger":false},{"query":"?","should_trigger":true}]',
    );
    expect(id("Cafe\u0301", "a.json", '[{"query":"?","should_trigger":true}]')).toBe(first);
    expect(id("Caf\u00e9", "a.csv", "query,expected\n?,yes")).toBe(first);
    expect(id("Caf\u00e9", "a.json", '[{"query":"?","should_trigger":false}]')).not.toBe(first);
  });
});

describe("tasks of evals.json", () => {
  const path = "evals/evals.json";
  it("reads both spellings, sentences in objects, and tells what is wrong", () => {
    const text = JSON.stringify({
      skill_name: "triage",
      evals: [
        { id: 1, prompt: "a", expectations: ["x"], files: ["f"] },
        { id: "b", name: "B", prompt: "b", expected_output: "o", assertions: [{ id: "y", text: "says y" }] },
        { id: 2 },
        "no",
        { id: 3, prompt: "c", assertions: [], expectations: ["z"] },
        { id: 4, prompt: "d", assertions: ["1"], expectations: ["2"] },
        { id: 5, prompt: 5, files: "f" },
      ],
    });
    const { tasks, findings, skill, format } = read(text, path);
    expect([skill, format]).toEqual(["triage", "evals"]);
    expect(tasks.map(({ key, name, expectations }) => [key, name, expectations])).toEqual([
      ["1", null, ["x"]],
      ["b", "B", ["says y"]],
      ["3", null, ["z"]],
    ]);
    expect(tasks[0]).toMatchObject({ prompt: "a", expectedOutput: "", files: ["f"], at: 0 });
    expect(findings.map(({ rule }) => rule)).toEqual([
      "no-query",
      "wrong-type",
      "both-spellings",
      "wrong-type",
    ]);
  });

  it.each([
    ["[1]", "wrong-type"],
    ['{"evals":[],"evals":[]}', "duplicate-key"],
    ['{"evals":[{"prompt":"a","prompt":"b"}]}', "duplicate-key"],
    ['{"evals":[{"prompt":"a"},{"prompt":"a"}]}', "duplicate-case"],
    ['{"evals":[{"prompt":"a","expectations":[1]}]}', "wrong-type"],
    ['{"evals":{}}', "unknown-form"],
    [JSON.stringify({ evals: Array.from({ length: 5_001 }, () => ({ prompt: "a" })) }), "too-many-cases"],
  ])("tells what is wrong with tasks (%#)", (text, rule) => {
    expect(rules(text, path)).toContain(rule);
  });
});
