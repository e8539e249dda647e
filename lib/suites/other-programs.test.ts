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

  it("tells a copied case with a key left in twice", () => {
    const text = "scenarios:\n  - prompt: a\n    prompt: b\n";
    expect(rules(text, "eval.yaml")).toContain("duplicate-key");
  });

  it("reads promptfoo's skill-used, with one prompt for all or a variable", () => {
    const text = `prompts: ["Please: {{ask}} {{other}}"]
tests:
  - vars: { ask: Pager }
    description: d
    assert: [{ type: skill-used, value: "ops:triage" }]
  - vars: { ask: Weather }
    assert: [{ type: not-skill-used, value: { name: triage } }, { type: contains, value: sun }]
`;
    expect(shown(text, "promptfooconfig.yaml")).toEqual([
      ["Please: Pager {{other}}", "triage"],
      ["Please: Weather {{other}}", "not-this"],
    ]);
    const list = JSON.stringify([
      { vars: { prompt: "Pager", x: "y" }, assert: [{ type: "skill-used", value: ["triage"] }] },
      { vars: { only: "Weather" }, assert: [{ type: "skill-used", value: { name: "triage", max: 0 } }] },
      { vars: { a: "1", b: "2" }, assert: [] },
    ]);
    expect(shown(list, "tests.json")).toEqual(both);
    expect(rules(list, "tests.json")).toEqual(["no-query"]);
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
