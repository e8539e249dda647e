import { describe, expect, it } from "vitest";
import { aSkillRef } from "@/lib/testing/session-log";
import { answerFromStubs, findStub, type ToolStub } from "./tool-stubs";

const skill = aSkillRef({ name: "pager" });
const stubs: ToolStub[] = [
  { skill: null, tool: "page", result: "any" },
  { skill: "pager", tool: "page", result: "own" },
  { skill: "other", tool: "call", result: "other" },
];
const question = {
  call: { id: "1", toolName: "pager__page", input: {}, step: 1 },
  definition: { name: "pager__page", description: "", inputSchema: {} },
  skill,
  tool: "page",
  path: null,
};

describe("a saved result", () => {
  it("is the skill's own first, then the one for that tool of anybody's", () => {
    expect(findStub(stubs, { skill, tool: "page" })?.result).toBe("own");
    expect(findStub(stubs, { skill: aSkillRef({ name: "new" }), tool: "page" })?.result).toBe("any");
    expect(findStub(stubs, { skill: null, tool: "page" })?.result).toBe("any");
    expect(findStub(stubs, { skill, tool: "call" })).toBeNull();
  });

  it("answers, and what has none goes on", async () => {
    const person = async () => ({ result: "typed", answeredBy: "person" as const });
    expect(await answerFromStubs(stubs, person)(question)).toEqual({ result: "own", answeredBy: "stub" });
    expect(await answerFromStubs([], person)(question)).toEqual({ result: "typed", answeredBy: "person" });
  });
});
