import { describe, expect, it } from "vitest";
import { describeSchema, exampleOf } from "./json-schema";
import { curlOf, groupOperations, openApiSchema } from "./operations";

const body = {
  type: "object",
  required: ["name", "labels"],
  properties: {
    name: { type: "string", example: "it's" },
    note: { type: "string" },
    labels: { type: "array", items: { enum: ["latest", "stable"] } },
  },
};
const document = openApiSchema.parse({
  info: { title: "Greenroom", version: "1" },
  paths: {
    "/api/v1/health": {
      get: { tags: ["Instance"], security: [], responses: { 200: { description: "Fine" } } },
    },
    "/api/v1/workspaces/{workspace}/skills": {
      post: {
        tags: ["Skills"],
        summary: "Create",
        requestBody: { content: { "application/json": { schema: body } } },
        responses: { 201: { description: "Made", content: { "application/json": { schema: body } } } },
      },
    },
  },
});

describe("groupOperations", () => {
  it("groups by tag, in the document's order, and knows which operations are open", () => {
    const groups = groupOperations(document);
    expect(groups.map(({ tag }) => tag)).toEqual(["Instance", "Skills"]);
    expect(groups.flatMap(({ operations }) => operations.map(({ isOpen }) => isOpen))).toEqual([true, false]);
    expect(groups[1]?.operations[0]?.id).toBe("post-api-v1-workspaces-workspace-skills");
  });
});

describe("curlOf", () => {
  it("fills in the workspace and a body that fits, quoted for a shell", () => {
    const operation = groupOperations(document)[1]?.operations[0];
    if (!operation) throw new Error("The fixture has this operation.");
    expect(curlOf(operation, { origin: "http://host", workspace: "meridian" })).toBe(
      [
        'curl -X POST -H "authorization: Bearer $GREENROOM_KEY" \\',
        "  -H 'content-type: application/json' \\",
        `  -d '{"name":"it'\\''s","labels":["latest"]}' \\`,
        "  'http://host/api/v1/workspaces/meridian/skills'",
      ].join("\n"),
    );
  });
});

describe("describeSchema", () => {
  it("writes a schema as a type, one property a line", () => {
    expect(describeSchema(body)).toBe(
      '{\n  name: string\n  note?: string\n  labels: ("latest" | "stable")[]\n}',
    );
    expect(describeSchema({ type: ["integer", "null"] })).toBe("integer | null");
    expect(describeSchema({ $ref: "#/components/schemas/Problem" })).toBe("Problem");
    expect(describeSchema({ type: "object", additionalProperties: { type: "string", format: "uuid" } })).toBe(
      "{ [key]: string (uuid) }",
    );
  });
});

describe("exampleOf", () => {
  it("prefers what the schema says over what it allows", () => {
    expect(exampleOf({ type: "integer", default: 50, minimum: 1 })).toBe(50);
    expect(exampleOf({ anyOf: [{ type: "boolean" }, { type: "null" }] })).toBe(true);
    expect(exampleOf({ type: "integer", minimum: 1 })).toBe(1);
  });
});
