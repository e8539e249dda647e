import { describe, expect, it } from "vitest";
import { exampleOf, wantedForm } from "./example-of";

describe("the plainest value of a schema", () => {
  it.each([
    [{ type: "string", maxLength: 3 }, "Hel"],
    [{ type: "STRING" }, "Hello"],
    [{ type: ["integer", "null"] }, 1],
    [{ type: "number", minimum: 5 }, 5],
    [{ type: "boolean" }, false],
    [{ type: "null" }, null],
    [{ enum: ["a", "b"] }, "a"],
    [{ const: 7 }, 7],
    [{ anyOf: [{ type: "boolean" }, { type: "string" }] }, false],
    [{ type: "array", items: { type: "string" } }, []],
    [{ type: "array", minItems: 1, items: { type: "string" } }, ["Hello"]],
    [{ type: "object", properties: { title: { type: "string" } } }, { title: "Hello" }],
    [null, {}],
  ])("%j", (schema, expected) => {
    expect(exampleOf(schema, "Hello")).toEqual(expected);
  });

  it("ends, however deep the schema is", () => {
    const schema: Record<string, unknown> = { type: "object" };
    schema.properties = { again: schema };
    expect(JSON.stringify(exampleOf(schema, "x")).length).toBeLessThan(200);
  });
});

describe("the form that a request wants", () => {
  const schema = { type: "object" };
  it.each([
    { output_config: { format: { schema } } },
    { output_format: { type: "json_schema", schema } },
    { text: { format: { schema } } },
    { response_format: { json_schema: { schema } } },
    { generationConfig: { responseJsonSchema: schema } },
    { generation_config: { responseSchema: schema } },
  ])("is found wherever its protocol says so: %j", (body) => {
    expect(wantedForm(body)).toBe(schema);
  });

  it.each([null, [], { text: "x" }, { generationConfig: { temperature: 0 } }])("is none in %j", (body) => {
    expect(wantedForm(body)).toBeNull();
  });
});
