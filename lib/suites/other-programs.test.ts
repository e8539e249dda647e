import { describe, expect, it } from "vitest";
import { readSuite } from "./read-suite";

const read = (text: string, path = "eval.yaml") => readSuite({ path, text, skill: "triage" });
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

describe("files of other programs", () => {
  it("reads waza's trigger_tests.yaml", () => {
    const text = `# prompts
skill: triage
should_trigger_prompts:
  - prompt: "Pager"
    reason: "on call"
    confidence: high
should_not_trigger_prompts:
  - Weather
`;
    const { skill, format, cases } = read(text, "trigger_tests.yaml");
    expect([skill, format, cases[0]?.note, cases[0]?.line]).toEqual(["triage", "waza", "on call", 4]);
    expect(shown(text, "trigger_tests.yaml")).toEqual(both);
  });

  it("reads the tasks of waza's eval.yaml, where they stand in it", () => {
    const text = `skill: triage\ntasks:\n  - id: a\n    prompt: Pager\n    expected: Names the owner\n`;
    expect(read(text)).toMatchObject({
      format: "waza",
      skill: "triage",
      cases: [],
      findings: [],
      tasks: [{ key: "a", prompt: "Pager", expectedOutput: "Names the owner", line: 4 }],
    });
    expect(rules("tasks:\n  - tasks/*.yaml\n")).toEqual(["unknown-form"]);
  });

  it("reads Vally's stimuli, and the scenarios before them", () => {
    const text = `stimuli:
  - name: routes
    prompt: Pager
    rubric: [Names the owner]
    graders:
      - { type: skill-invocation, config: { required: [triage] } }
  - prompt: Deploy
    constraints: { expect_skills: [deploy], reject_skills: [triage] }
  - prompt: Weather
    graders: [{ type: skill-invocation, config: { disallowed: [triage] } }]
  - prompt: Nothing said
`;
    expect(shown(text, "eval.yaml")).toEqual([
      ["Pager", "triage"],
      ["Deploy", "deploy"],
      ["Weather", "not-this"],
    ]);
    const { tasks, findings } = read(text, "eval.yaml");
    expect(tasks).toMatchObject([{ prompt: "Pager", name: "routes", expectations: ["Names the owner"] }]);
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([["not-judged", 11]]);
    const old = `scenarios:\n  - prompt: Pager\n  - prompt: Weather\n    expect_activation: false\n`;
    expect(shown(old, "tests/eval.yaml")).toEqual(both);
  });

  it.each([
    ["the message of a scenario", "scenarios:\n  - prompt: a\n    prompt: b\n", 3],
    [
      "an expectation of a stimulus",
      "stimuli:\n- prompt: p\n  constraints:\n    expect_skills: [triage]\n    expect_skills: [deploy]\n",
      5,
    ],
    [
      "a variable of promptfoo",
      'prompts: ["{{q}}"]\ntests:\n  - vars: { q: a, q: b }\n    assert: [{ type: skill-used, value: triage }]\n',
      3,
    ],
    [
      "a part of an ADK message",
      '{"eval_cases":[{"conversation":[{"user_content":{"parts":[{"text":"a","text":"b"}]},\n"intermediate_data":{"tool_uses":[{"name":"load_skill","args":{"name":"triage"}}]}}]}]}',
      1,
    ],
  ])("leaves out a copied case with a key left in twice, however deep: %s", (_, text, line) => {
    const { cases, findings } = read(text);
    expect(cases).toEqual([]);
    expect(findings.map((one) => [one.rule, one.line])).toEqual([["duplicate-key", line]]);
  });

  it("leaves out a case of ADK in both spellings, and tells two variables of different case nothing", () => {
    const turn = '"user_content":{"parts":[{"text":"a"}]},"userContent":{"parts":[{"text":"b"}]}';
    const torn = read(`{"eval_cases":[{"conversation":[{${turn}}]}]}`, "s.evalset.json");
    expect([torn.cases, torn.findings.map(({ rule }) => rule)]).toEqual([[], ["both-spellings"]]);
    const vars =
      'prompts: ["{{q}} {{Q}}"]\ntests: [{ vars: { q: a, Q: b }, assert: [{ type: skill-used, value: triage }] }]';
    expect(shown(vars, "promptfooconfig.yaml")).toEqual([["a b", "triage"]]);
  });

  it("tells a list of cases that stands twice", () => {
    const one = "- prompt: p\n  constraints: { expect_skills: [triage] }\n";
    expect(rules(`stimuli:\n${one}stimuli:\n${one}`)).toContain("duplicate-key");
  });

  it("takes what a stimulus says of its activation, and none that asks for the skill and refuses it", () => {
    const text = `stimuli:
  - { name: dormant, prompt: Weather, expect_activation: false, constraints: { reject_skills: ["*"] } }
  - { name: awake, prompt: Pager, expect_activation: true }
  - { name: torn, prompt: Outage, constraints: { expect_skills: [triage], reject_skills: ["*"] } }
`;
    expect(shown(text)).toEqual([
      ["Weather", "not-this"],
      ["Pager", "triage"],
    ]);
    expect(read(text).findings.map(({ rule, line }) => [rule, line])).toEqual([["both-spellings", 4]]);
  });

  it("tells whose cases they are, where the file says another skill's", () => {
    const text = "skill: deploy\nshould_trigger_prompts: [a]\nshould_not_trigger_prompts: [b]\n";
    expect(read(text, "trigger_tests.yaml").findings).toMatchObject([{ rule: "other-skill", line: 1 }]);
    const own = text.replace("deploy", "ops:triage");
    expect(rules(own, "trigger_tests.yaml")).toEqual([]);
  });

  it("reads promptfoo's skill-used, with one prompt for all or a variable", () => {
    const text = `prompts: ["Please: {{ask}} {{ times }}"]
defaultTest: { vars: { times: 1 } }
tests:
  - vars: { ask: Pager, times: 2 }
    description: d
    assert: [{ type: skill-used, value: "ops:triage" }]
  - vars: { ask: Weather }
    assert: [{ type: not-skill-used, value: { name: triage } }, { type: contains, value: sun }]
`;
    expect(shown(text, "promptfooconfig.yaml")).toEqual([
      ["Please: Pager 2", "triage"],
      ["Please: Weather 1", "not-this"],
    ]);
    const list = JSON.stringify([
      { vars: { prompt: "Pager", x: "y" }, assert: [{ type: "skill-used", value: ["triage"] }] },
      { vars: { only: "Weather" }, assert: [{ type: "skill-used", value: { name: "triage", max: 0 } }] },
      { vars: { a: "1", b: "2" }, assert: [] },
    ]);
    expect(shown(list, "tests.json")).toEqual(both);
    expect(rules(list, "tests.json")).toEqual(["no-query"]);
  });

  it.each([
    ["a filter", "Hi {{ ask | upper }}", "{ ask: a }", "“{{ ask | upper }}”"],
    ["a block", "Hi {% if ask %}x{% endif %}", "{ ask: a }", "“{% if ask %}”"],
    ["a list of values", "Hi {{ask}}", "{ ask: [a, b] }", "“{{ask}}”"],
    ["a value from a file", "Hi {{ask}}", "{ ask: 'file://a.txt' }", "“{{ask}}”"],
    ["a variable that is nowhere", "Hi {{ask}} {{other}}", "{ ask: a }", "“{{other}}”"],
  ])("asks nothing that only promptfoo writes out: %s", (_, prompt, vars, said) => {
    const text = `prompts: ['${prompt}']\ntests:\n  - vars: ${vars}\n    assert: [{ type: skill-used, value: triage }]\n`;
    const { cases, findings } = read(text, "promptfooconfig.yaml");
    expect(cases).toEqual([]);
    expect(findings).toMatchObject([{ rule: "no-query", line: 3, message: expect.stringContaining(said) }]);
  });

  it.each([
    ["a pattern that means this skill", '{ type: skill-used, value: { pattern: "tr*ge" } }', "triage"],
    ["a pattern with its plugin", '{ type: skill-used, value: { pattern: "ops:*age" } }', "triage"],
    ["a pattern of another", '{ type: skill-used, value: { pattern: "tri*x*" } }', null],
    ["a pattern that is longer", '{ type: skill-used, value: { pattern: "triage*age" } }', null],
    ["no skill at all", '{ type: not-skill-used, value: { pattern: "*" } }', "not-this"],
    ["one that may be used or not", "{ type: skill-used, value: { name: triage, min: 0 } }", null],
    ["one in a set", "{ type: assert-set, assert: [{ type: skill-used, value: triage }] }", "triage"],
  ])("reads assertions of promptfoo: %s", (_, assertion, expected) => {
    const text = `prompts: [{ raw: "Hi {{q}}" }]\ntests:\n  - vars: { q: a }\n    assert: [${assertion}]\n`;
    expect(shown(text, "promptfooconfig.yaml")).toEqual(expected === null ? [] : [["Hi a", expected]]);
    if (expected === null) expect(rules(text, "promptfooconfig.yaml")).toEqual(["not-judged"]);
  });

  it("says which other file the tests of promptfoo stand in", () => {
    const whole = "prompts: [file://p.txt]\ntests: file://tests.yaml\n";
    expect(read(whole, "promptfooconfig.yaml").findings).toMatchObject([
      { rule: "wrong-type", line: 2, column: 8, message: expect.stringContaining("file://tests.yaml") },
    ]);
    const part =
      "tests:\n  - file://more.yaml\n  - vars: { q: a }\n    assert: [{ type: skill-used, value: triage }]\n";
    expect(shown(part, "promptfooconfig.yaml")).toEqual([["a", "triage"]]);
    expect(rules(part, "promptfooconfig.yaml")).toContain("wrong-type");
  });

  it("reads recorded events and all texts of a message from ADK", () => {
    const call = { function_call: { name: "load_skill", args: { skill_name: "triage" } } };
    const turn = {
      user_content: { parts: [{ text: "Pager " }, { inline_data: null }, { text: "rings" }] },
      intermediate_data: { invocation_events: [{ author: "a", content: { parts: [{ text: "x" }, call] } }] },
    };
    const text = JSON.stringify({ eval_cases: [{ eval_id: "e", conversation: [turn] }] });
    expect(shown(text, "s.evalset.json")).toEqual([["Pager rings", "triage"]]);
  });

  it("reads ADK's evalsets in both spellings, and its older tests", () => {
    const turn = (text: string, tool_uses: object[]) => ({
      user_content: { parts: [{ text }] },
      intermediate_data: { tool_uses },
    });
    const set = {
      eval_set_id: "s",
      eval_cases: [
        {
          eval_id: "a",
          conversation: [
            turn("Pager", [{ name: "load_skill", args: { skill_name: "triage" } }]),
            turn("x", []),
          ],
        },
        {
          eval_id: "b",
          conversation: [turn("Weather", [{ name: "get", args: {} }])],
          expected_skill_not: "triage",
        },
      ],
    };
    expect(shown(JSON.stringify(set), "s.evalset.json")).toEqual(both);
    expect(rules(JSON.stringify(set), "s.evalset.json")).toEqual(["only-first-turn"]);
    const camel = JSON.stringify({
      evalCases: [
        {
          conversation: [
            {
              userContent: { parts: [{ text: "Pager" }] },
              intermediateData: { toolUses: [{ name: "load_skill", args: { skillName: "triage" } }] },
            },
          ],
        },
      ],
    });
    expect(shown(camel, "s.evalset.json")).toEqual([["Pager", "triage"]]);
    const old =
      '[{"query":"Pager","expected_tool_use":[{"tool_name":"load_skill","tool_input":{"name":"triage"}}]}]';
    expect(shown(old, "s.test.json")).toEqual([["Pager", "triage"]]);
  });

  it("tells entries that are none, and refuses too many", () => {
    expect(rules("stimuli: [1]", "eval.yaml")).toEqual(["wrong-type"]);
    const many = JSON.stringify({ stimuli: Array.from({ length: 5_001 }, () => 1) });
    expect(rules(many, "eval.json")).toEqual(["too-many-cases"]);
  });
});
