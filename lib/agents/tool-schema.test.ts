import { describe, expect, it } from "vitest";
import { agentToolsInputSchema } from "./tool-schema";

const stub = (inputSchema: unknown) => [
  { kind: "stub", name: "page", description: "", inputSchema, result: null },
];

describe("a stub's schema", () => {
  it.each([
    ["many levels", JSON.parse(`${'{"type":"object","not":'.repeat(20_000)}{}${"}".repeat(20_000)}`)],
    ["NUL characters", { type: "object", description: "a\u0000b" }],
    ["NUL in a name", { type: "object", properties: { "a\u0000b": {} } }],
    ["half a character", { type: "object", description: "a\ud800b" }],
  ])("of %s, which the database cannot keep, is refused", (_, inputSchema) => {
    expect(agentToolsInputSchema.safeParse(stub(inputSchema)).success).toBe(false);
  });

  it("may speak of NUL", () => {
    const inputSchema = { type: "object", description: "Not \\u0000" };
    expect(agentToolsInputSchema.safeParse(stub(inputSchema)).success).toBe(true);
  });
});
