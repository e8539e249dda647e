import { describe, expect, it } from "vitest";
import { readSuite } from "./read-suite";

const read = (text: string) => readSuite({ path: "evals/evals.json", text, skill: "triage" });
const rules = (text: string) => read(text).findings.map(({ rule }) => rule);
const prompts = (text: string) => read(text).tasks.map(({ prompt }) => prompt);

describe("findings of tasks", () => {
  it.each([
    ["a prompt that stands twice", '{"prompt":"a","prompt":"b"}', "duplicate-key"],
    ["graders that stand twice", '{"prompt":"a","graders":[],"graders":[]}', "duplicate-key"],
    ["two prompts", '{"prompt":"a","query":"b"}', "both-spellings"],
    ["two outputs", '{"prompt":"a","expected_output":"x","expectedOutput":"y"}', "both-spellings"],
    [
      "two lists of what must hold",
      '{"prompt":"a","assertions":["1"],"expectations":["2"]}',
      "both-spellings",
    ],
  ])("leaves out a task that could be read in two ways: %s", (_, task, rule) => {
    const text = `{"evals":[${task},\n{"prompt":"c"}]}`;
    expect(prompts(text)).toEqual(["c"]);
    expect(read(text).findings).toMatchObject([{ rule, line: 1 }]);
  });

  it.each([
    ["outputs", '{"prompt":"a","expected_output":"x","expectedOutput":"x"}'],
    ["prompts", '{"prompt":"a","query":"a"}'],
    ["expectations", '{"prompt":"a","assertions":["1"],"expectations":["1"]}'],
  ])("keeps a task in both spellings that say the same: %s", (_, task) => {
    expect(prompts(`{"evals":[${task}]}`)).toEqual(["a"]);
    expect(rules(`{"evals":[${task}]}`)).toEqual(["both-spellings-agree"]);
  });

  it("leaves what other programs keep beside a prompt alone", () => {
    const text =
      '{"evals":[{"prompt":"a","input":"b","expectations":[],"assertions":["1"],"expected":{"x":1},"expected_output":"o"}]}';
    expect(read(text)).toMatchObject({
      findings: [],
      tasks: [{ prompt: "a", expectedOutput: "o", expectations: ["1"] }],
    });
  });

  it.each([
    ["an empty prompt", '{"prompt":" "}', "empty-query"],
    ["a hidden character", '{"prompt":"a\\u202eb"}', "hidden-text"],
    ["half a character", '{"prompt":"a\\ud800"}', "not-storable"],
    ["another key twice", '{"prompt":"a","x":1,"x":2}', "duplicate-unread-key"],
    [
      "a grader with a key twice",
      '{"prompt":"a","graders":[{"kind":"contains","text":"a","text":"b"}]}',
      "duplicate-key",
    ],
  ])("tells %s", (_, task, rule) => {
    expect(rules(`{"evals":[${task}]}`)).toContain(rule);
  });

  it("keeps a schema whose properties are called alike", () => {
    const properties = { user_id: { type: "string" }, userId: { type: "string" } };
    const task = { prompt: "a", graders: [{ kind: "json-schema", schema: { properties } }] };
    expect(rules(JSON.stringify({ evals: [task] }))).toEqual([]);
  });

  it("reads the list that is called evals, and tells of another one", () => {
    const text =
      '{"trigger_evals":[{"query":"q","should_trigger":true}],"items":["x"],"evals":[{"prompt":"a"}]}';
    expect(prompts(text)).toEqual(["a"]);
    expect(read(text).findings).toMatchObject([
      { rule: "list-unread", message: expect.stringContaining("“trigger_evals” is not") },
    ]);
    expect(rules('{"skill_name":"triage","skill_name":"triage","evals":[]}')).toEqual([
      "duplicate-unread-key",
    ]);
  });

  it("takes the sentence of an assertion, not what it is called", () => {
    const assertions = [
      { name: "n", type: "contains", value: "v" },
      { name: "only" },
      { id: 1, text: "t", name: "x" },
    ];
    expect(read(JSON.stringify({ evals: [{ prompt: "a", assertions }] })).tasks[0]?.expectations).toEqual([
      "v",
      "only",
      "t",
    ]);
  });
});
