import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findSchemaProblem, validateJson } from "./validate-json";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const fits = (schema: unknown, value: unknown) => {
  const faults = validateJson(schema, value);
  return "undecided" in faults ? faults.undecided : faults.length === 0;
};

const severity = {
  type: "object",
  required: ["severity", "owner"],
  additionalProperties: false,
  properties: {
    severity: { enum: ["SEV1", "SEV2"] },
    owner: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
    steps: { type: "array", items: { $ref: "#/$defs/step" }, maxItems: 2, uniqueItems: true },
  },
  $defs: { step: { type: "object", required: ["do"], properties: { do: { type: "string" } } } },
};

describe("validateJson", () => {
  it.each<[unknown, boolean]>([
    [{ severity: "SEV2", owner: "ines" }, true],
    [{ severity: "SEV3", owner: "ines" }, false],
    [{ severity: "SEV2" }, false],
    [{ severity: "SEV2", owner: "I" }, false],
    [{ severity: "SEV2", owner: "ines", more: 1 }, false],
    [{ severity: "SEV2", owner: "ines", steps: [{ do: "page" }] }, true],
    [{ severity: "SEV2", owner: "ines", steps: [{}] }, false],
    [{ severity: "SEV2", owner: "ines", steps: [{ do: "a" }, { do: "a" }] }, false],
    [[], false],
    [null, false],
  ])("holds %j against an ordinary schema", (value, passed) => {
    expect(fits(severity, value)).toBe(passed);
  });

  it("says in sentences what does not fit, and where", () => {
    expect(validateJson(severity, { severity: "SEV2", owner: "ines", steps: [{ do: 1 }] })).toEqual([
      "/steps/0/do: it should be string, and is integer.",
    ]);
    expect(validateJson({ required: ["a"] }, {})).toEqual(["The answer: “a” is missing."]);
  });

  it("looks at no field that the answer only inherits", () => {
    expect(fits({ required: ["constructor"] }, {})).toBe(false);
    expect(fits({ properties: { toString: false } }, {})).toBe(true);
  });

  /** One of each keyword; what they come to is held against another validator's word. */
  const schemas: unknown[] = [
    true,
    false,
    { type: ["integer", "null"] },
    { type: "number", minimum: 1, exclusiveMaximum: 3 },
    { exclusiveMinimum: 1, maximum: 3 },
    { multipleOf: 0.5 },
    { const: { a: [1] } },
    { enum: [0, "a", null] },
    { type: "string", minLength: 1, maxLength: 2 },
    { pattern: "a" },
    { minItems: 1, maxItems: 2 },
    { uniqueItems: true },
    { prefixItems: [{ type: "integer" }], items: { type: "string" } },
    { items: false },
    { contains: { type: "integer" }, minContains: 1, maxContains: 1 },
    { contains: { type: "string" } },
    { minProperties: 1, maxProperties: 1 },
    { properties: { a: { type: "integer" } }, required: ["a"] },
    { patternProperties: { "^a": { type: "integer" } }, additionalProperties: false },
    { properties: { a: true }, additionalProperties: { type: "string" } },
    { propertyNames: { maxLength: 1 } },
    { dependentRequired: { a: ["b"] } },
    { allOf: [{ type: "object" }, { required: ["b"] }] },
    { anyOf: [{ type: "string" }, { type: "integer" }] },
    { oneOf: [{ type: "number" }, { type: "integer" }] },
    { not: { type: "array" } },
    JSON.parse('{ "if": { "type": "integer" }, "then": { "minimum": 2 }, "else": { "type": "string" } }'),
    { $defs: { tree: { type: "array", items: { $ref: "#/$defs/tree" } } }, $ref: "#/$defs/tree" },
    { title: "A remark", format: "email", $comment: "nothing" },
  ];

  it("agrees with another validator on whatever is held against it", () => {
    const leaf = fc.constantFrom<unknown>(null, true, 0, 1, 1.5, 2, 3, "", "a", "ab", "bcd");
    const value = fc.oneof(
      leaf,
      fc.array(leaf, { maxLength: 3 }),
      fc.array(fc.array(leaf, { maxLength: 1 }), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "ab"), leaf, { maxKeys: 3 }),
    );
    const compiled = schemas.map((schema) => ({
      schema,
      isValid: ajv.compile(z.union([z.boolean(), z.record(z.string(), z.unknown())]).parse(schema)),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...compiled), value, ({ schema, isValid }, held) => {
        expect([schema, held, fits(schema, held)]).toEqual([schema, held, isValid(held)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads lists of items as draft 7 writes them", () => {
    const schema = { items: [{ type: "integer" }], additionalItems: { type: "string" } };
    expect(fits(schema, [1, "a"])).toBe(true);
    expect(fits(schema, ["a"])).toBe(false);
    expect(fits(schema, [1, 2])).toBe(false);
  });

  it.each<[string, unknown, unknown, string]>([
    ["refers to itself", { $ref: "#" }, 1, "without an end"],
    ["branches without an end", { anyOf: [{ $ref: "#" }, { $ref: "#" }] }, 1, "without an end"],
    ["fetches another document", { $ref: "https://example.com/a.json" }, 1, "not fetched"],
    ["refers to nothing", { $ref: "#/$defs/none" }, 1, "does not have"],
    ["has a keyword that is not known", { requierd: ["a"] }, {}, "“requierd” is not known"],
    ["has a wrong type", { type: "strng" }, 1, "“type”"],
    ["is none", 7, 1, "an object, true or false"],
    ["looks ahead in a pattern", { pattern: "a(?=b)" }, "ab", "pattern cannot be used"],
    ["compares too much", { uniqueItems: true }, Array.from({ length: 2_000 }, (_, at) => at), "too long"],
  ])("is undecided where a schema %s", (_, schema, value, why) => {
    expect(fits(schema, value)).toContain(why);
  });

  it("is soon at its end whatever the schema or the answer holds", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level++) deep = [deep];
    const wide = { allOf: Array.from({ length: 50 }, () => ({ $ref: "#/$defs/a" })) };
    const doubling = {
      $defs: { a: { allOf: Array.from({ length: 50 }, () => ({ $ref: "#/$defs/b" })) }, b: wide },
      ...wide,
    };
    const started = performance.now();
    for (const schema of [doubling, { pattern: "(a+)+$" }, { const: deep }, { items: { $ref: "#" } }])
      for (const value of [deep, `${"a".repeat(50_000)}b`]) validateJson(schema, value);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("finds what makes a schema useless before anything is held against it", () => {
    expect(findSchemaProblem(severity)).toBeNull();
    expect(findSchemaProblem({ properties: { a: { tpye: "string" } } })).toContain("“tpye”");
    expect(findSchemaProblem("{}")).toContain("an object");
  });
});
