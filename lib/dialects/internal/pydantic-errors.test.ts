import { describe, expect, it } from "vitest";
import { checkFields, type PydanticField } from "./pydantic-errors";

const fields: PydanticField[] = [
  { name: "skill_name", kind: "text", isRequired: true },
  { name: "args", kind: "object", isRequired: false },
];
const problemsOf = (input: unknown) => {
  const checked = checkFields(input, fields);
  return checked.ok ? [] : JSON.parse(checked.error.message.replace(/^[^\n]*\n```json\n|\n```$/g, ""));
};

describe("checkFields", () => {
  it.each([
    [{ skill_name: "a" }, { skill_name: "a" }],
    [
      { skill_name: "", args: null },
      { skill_name: "", args: null },
    ],
    [
      { skill_name: "a", args: { b: 1 } },
      { skill_name: "a", args: { b: 1 } },
    ],
    [
      { skill_name: "a", args: '{"b":1}' },
      { skill_name: "a", args: { b: 1 } },
    ],
  ])("takes %j", (input, value) => {
    expect(checkFields(input, fields)).toEqual({ ok: true, value });
  });

  it("says of each field what is wrong, what was given, and how many there are", () => {
    const checked = checkFields({ skill_name: 5, args: "x", more: 1 }, fields);
    expect(checked).toMatchObject({ ok: false, error: { rule: "invalid-arguments" } });
    if (!checked.ok) expect(checked.error.message).toMatch(/^3 validation errors:\n```json\n\[\n {2}\{\n/);
    expect(problemsOf({ skill_name: 5, args: "x", more: 1 })).toMatchObject([
      { type: "string_type", loc: ["skill_name"], input: 5 },
      { type: "value_error", loc: ["args"], input: "x" },
      { type: "extra_forbidden", loc: ["more"], input: 1 },
    ]);
    expect(problemsOf({ skill_name: "a", args: [1] })).toMatchObject([{ type: "dict_type" }]);
    expect(problemsOf({ skill_name: "a", args: "[1]" })).toMatchObject([{ type: "value_error" }]);
  });

  it.each([[undefined], [null], ["x"], [[1]]])("takes %j for an empty input", (input) => {
    expect(problemsOf(input)).toEqual([
      { type: "missing", loc: ["skill_name"], msg: "Field required", input: {} },
    ]);
  });

  it("takes any key as a key", () => {
    expect(problemsOf(JSON.parse('{"skill_name":"a","__proto__":1}'))).toMatchObject([
      { loc: ["__proto__"] },
    ]);
  });
});
