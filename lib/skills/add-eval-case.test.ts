import { describe, expect, it } from "vitest";
import { addEvalCase, addTriggerQuery, describeEvalIssues } from "./add-eval-case";
import { parseEvals, parseTriggerEval } from "./eval-files";

const added = {
  skillName: "triage",
  prompt: "Checkout is down",
  expectedOutput: "SEV2",
  assertions: ["Pages the owner"],
  more: {},
};
const edited = (result: ReturnType<typeof addEvalCase>) => (result.ok ? result.value : result.error);

describe("addEvalCase", () => {
  it("makes a file of the documented shape where there is none", () => {
    expect(edited(addEvalCase(null, added))).toBe(`{
  "skill_name": "triage",
  "evals": [
    {
      "id": 1,
      "prompt": "Checkout is down",
      "expected_output": "SEV2",
      "assertions": [
        "Pages the owner"
      ]
    }
  ]
}
`);
  });

  it.each([
    ["four spaces", "    ", "\n"],
    ["tabs", "\t", "\n"],
    ["Windows line ends", "  ", "\r\n"],
  ])("keeps every byte that is there, and its %s", (_, indent, eol) => {
    const head = ["{", `${indent}"skill_name": "triage",`, `${indent}"ours":  {"a":1 },`].join(eol);
    const first = `${indent}${indent}{"id": 7, "prompt": "p", "expected_output": "o", "x": [1,2]}`;
    const text = [head, `${indent}"evals": [`, first, `${indent}]`, `}`, ""].join(eol);
    const after = String(edited(addEvalCase(text, added)));
    expect(after.startsWith(`${head}${eol}${indent}"evals": [${eol}${first},${eol}`)).toBe(true);
    expect(after.endsWith(`${indent}]${eol}}${eol}`)).toBe(true);
    expect(after).toContain(`${eol}${indent}${indent}{${eol}${indent}${indent}${indent}"id": 8,${eol}`);
    expect(parseEvals(after).evals).toHaveLength(2);
  });

  it("keeps a file without line breaks on its line, and a byte order mark in its place", () => {
    expect(edited(addEvalCase('\uFEFF{"skill_name":"t","evals":[]}', { ...added, assertions: [] }))).toBe(
      '\uFEFF{"skill_name":"t","evals":[{"id":1,"prompt":"Checkout is down","expected_output":"SEV2"}]}',
    );
  });

  it("indents the first case of an empty list", () => {
    const text = '{\n  "skill_name": "t",\n  "evals": []\n}\n';
    const after = String(edited(addEvalCase(text, { ...added, assertions: [] })));
    expect(after).toBe(
      `{\n  "skill_name": "t",\n  "evals": [\n    {\n      "id": 1,\n      "prompt": "Checkout is down",\n      "expected_output": "SEV2"\n    }\n  ]\n}\n`,
    );
  });

  it("calls the list as the file does", () => {
    const text = '{"evals":[{"id":"a","prompt":"p","expected_output":"o","expectations":["x"]}]}';
    expect(edited(addEvalCase(text, added))).toContain('"expectations":["Pages the owner"]');
  });

  it("changes nothing when the case is there already", () => {
    const text = edited(addEvalCase(null, added));
    expect(addEvalCase(String(text), added)).toEqual({ ok: true, value: null });
  });

  it("leaves a file alone that it cannot read, and says why", () => {
    const result = addEvalCase('{"evals":[{"id":1}]}', added);
    expect(result.ok).toBe(false);
    expect(describeEvalIssues("evals/evals.json", result.ok ? [] : result.error)).toContain(
      "evals[0].prompt",
    );
  });
});

describe("a file of very many cases", () => {
  it("takes one more, with the next number", () => {
    const evals = Array.from({ length: 130_000 }, (_, at) => ({ id: at, prompt: `${at}` }));
    const text = edited(addEvalCase(JSON.stringify({ skill_name: "triage", evals }), added));
    expect(parseEvals(String(text)).evals.at(-1)).toMatchObject({ id: 130_001, prompt: added.prompt });
  });
});

describe("addTriggerQuery", () => {
  it("makes the list, adds to it, turns an answer round, and says nothing twice", () => {
    const first = String(edited(addTriggerQuery(null, "Help", true)));
    expect(JSON.parse(first)).toEqual([{ query: "Help", should_trigger: true }]);
    const second = String(edited(addTriggerQuery(first, "Weather?", false)));
    expect(parseTriggerEval(second).queries.map(({ shouldTrigger }) => shouldTrigger)).toEqual([true, false]);
    expect(addTriggerQuery(second, "Weather?", false)).toEqual({ ok: true, value: null });
    const turned = String(edited(addTriggerQuery(second, "Help", false)));
    expect(turned).toBe(second.replace("true", "false"));
  });

  it.each(["{}", "[1]", "not json"])("leaves %s alone", (text) => {
    const result = addTriggerQuery(text, "Help", true);
    expect(result).toMatchObject({ ok: false, error: [{ message: expect.any(String) }] });
    expect(describeEvalIssues("evals/trigger-eval.json", result.ok ? [] : result.error)).toContain("cannot");
  });
});

describe("parseEvals", () => {
  it("reads what is right, accepts expectations for assertions, and tells what is wrong", () => {
    const text = JSON.stringify({
      skill_name: "t",
      evals: [{ id: 1, prompt: "a", expectations: ["x"], files: ["f"] }, { id: 2 }, "no"],
    });
    expect(parseEvals(text)).toMatchObject({
      skillName: "t",
      evals: [{ id: 1, prompt: "a", expectedOutput: "", files: ["f"], assertions: ["x"] }],
      issues: [{ at: "evals[1].prompt" }, { at: "evals[2]" }],
    });
    expect(parseEvals("[]")).toMatchObject({ skillName: null, evals: [], issues: [{ at: "" }] });
    expect(parseEvals("{").issues[0]?.message).toContain("not JSON");
  });
});
