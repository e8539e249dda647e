import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { getOpenApiDocument } from "./app";

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        parameters: z
          .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() }))
          .default([]),
        requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
        responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
      }),
    ),
  ),
});
const document = documentSchema.parse(getOpenApiDocument());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
);

describe("the API's document", () => {
  it("is valid by the schema of OpenAPI 3.1, as a validator of somebody else's reads it", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(operations.length).toBeGreaterThan(190);
  });

  it("names every operation once, as a name in any language", () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  it.each(operations)("has what stands in $path for $method, and always", ({ path, parameters }) => {
    const inAddress = parameters.filter((parameter) => parameter.in === "path");
    expect(inAddress.every(({ required }) => required)).toBe(true);
    expect(inAddress.map(({ name }) => name).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    );
  });

  it("says of every operation what a refusal looks like", () => {
    for (const { responses, requestBody, operationId } of operations) {
      expect(Object.keys(responses), operationId).toContain("default");
      expect(
        Object.keys(responses).some((status) => /^2/.test(status)),
        operationId,
      ).toBe(true);
      if (requestBody) expect(Object.keys(responses), operationId).toContain("413");
    }
  });
});
