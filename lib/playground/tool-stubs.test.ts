import { describe, expect, it } from "vitest";
import type { ToolStub } from "@/lib/agents/tool-schema";
import { aSkillRef } from "@/lib/testing/sessions/session-log";
import { answerFirst, answerFromStubs, findSavedAnswer } from "./tool-stubs";

const skill = aSkillRef({ name: "pager" });
const stubs: ToolStub[] = [
  { skill: null, tool: "page", result: "any" },
  { skill: "pager", tool: "page", result: "own" },
  { skill: "other", tool: "call", result: "other" },
];
const call = { id: "1", toolName: "pager__page", input: { team: "payments" }, step: 1 };
const question = {
  call,
  definition: { name: "pager__page", description: "", inputSchema: {} },
  skill,
  tool: "page",
  path: null,
};
const person = async () => ({ result: "typed", answeredBy: "person" as const });
const forTeam = (value: string, result: string) => [
  { when: { field: "team", is: "equals" as const, value }, result },
];

describe("a saved result", () => {
  it("is the skill's own first, then the one for that tool of anybody's", () => {
    expect(findSavedAnswer(stubs, { skill, tool: "page", call })?.result).toBe("own");
    const another = aSkillRef({ name: "new" });
    expect(findSavedAnswer(stubs, { skill: another, tool: "page", call })?.result).toBe("any");
    expect(findSavedAnswer(stubs, { skill: null, tool: "page", call })?.result).toBe("any");
    expect(findSavedAnswer(stubs, { skill, tool: "call", call })).toBeNull();
  });

  it("answers, and what has none goes on", async () => {
    expect(await answerFromStubs(stubs, person)(question)).toEqual({ result: "own", answeredBy: "stub" });
    expect(await answerFromStubs([], person)(question)).toEqual({ result: "typed", answeredBy: "person" });
  });

  it("goes by the input, and says which case answered", async () => {
    const own = { skill: "pager", tool: "page", result: "else", cases: forTeam("payments", "paged") };
    expect(await answerFromStubs([own], person)(question)).toEqual({
      result: "paged",
      answeredBy: "stub",
      savedCase: { number: 1, when: "team is “payments”" },
    });
  });

  it("whose cases do not fit leaves the call to the one of any skill, then to a person", async () => {
    const own = { skill: "pager", tool: "page", result: null, cases: forTeam("search", "paged") };
    expect(await answerFromStubs([own, ...stubs.slice(0, 1)], person)(question)).toMatchObject({
      result: "any",
    });
    expect(await answerFromStubs([own], person)(question)).toMatchObject({ answeredBy: "person" });
  });
});

it("asks one after the other until somebody answers", async () => {
  expect(await answerFirst(async () => null, person)(question)).toMatchObject({ result: "typed" });
  const server = async () => ({ result: "5", answeredBy: "server" as const });
  expect(await answerFirst(server, person)(question)).toMatchObject({ result: "5" });
});
