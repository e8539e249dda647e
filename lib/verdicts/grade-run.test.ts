import { describe, expect, it } from "vitest";
import { containsJson } from "@/lib/runtime/json-contains";
import { findIdleGraders } from "./find-idle-graders";
import { type GradedRun, type GraderPorts, gradeRun } from "./grade-run";
import type { Grader } from "./grader-schema";

const run: GradedRun = {
  text: "Severity: SEV2\nOwner: Ines",
  files: new Map([["out/a.txt", "one\n"]]),
  toolCalls: [
    { name: "page", input: { who: "ines", how: { loud: true, times: [1, 2] }, extra: null } },
    { name: "page", input: "raw" },
  ],
  activated: ["triage"],
  reads: [{ skill: "triage", path: "references/a.md" }],
  tokens: { input: 100, output: 20 },
};

/** Only constants are held against; "slow" stands for a schema that was ended. */
const ports: GraderPorts = {
  validate: async (schema, value) => {
    if (schema === "slow") return { undecided: "The schema took too long." };
    const wants = typeof schema === "object" && schema !== null && "const" in schema;
    return !wants || value === schema.const ? [] : ["It must be another value."];
  },
};
const grade = (grader: Grader, text = run.text) => gradeRun(grader, { ...run, text }, ports);

describe("gradeRun", () => {
  it.each<[Grader, boolean]>([
    [{ kind: "contains", text: "SEV2" }, true],
    [{ kind: "contains", text: "sev2" }, false],
    [{ kind: "contains", text: "sev2", ignoreCase: true }, true],
    [{ kind: "not-contains", text: "SEV1" }, true],
    [{ kind: "not-contains", text: "SEV2" }, false],
    [{ kind: "regex", pattern: "^owner: \\w+$", flags: "im" }, true],
    [{ kind: "regex", pattern: "SEV[34]" }, false],
    [{ kind: "not-regex", pattern: "SEV[34]" }, true],
    [{ kind: "not-regex", pattern: "SEV" }, false],
    [{ kind: "file-exists", path: "out/a.txt" }, true],
    [{ kind: "file-exists", path: "out/b.txt" }, false],
    [{ kind: "file-equals", path: "out/a.txt", text: "one\n" }, true],
    [{ kind: "file-equals", path: "out/a.txt", text: "one" }, false],
    [{ kind: "file-equals", path: "out/b.txt", text: "" }, false],
    [{ kind: "tool-called", tool: "page" }, true],
    [{ kind: "tool-called", tool: "mail" }, false],
    [{ kind: "tool-called", tool: "page", with: { how: { times: [1, 2] } } }, true],
    [{ kind: "tool-called", tool: "page", with: { how: { times: [1, 3] } } }, false],
    [{ kind: "tool-called", tool: "page", with: { how: [] } }, false],
    [{ kind: "tool-called", tool: "page", with: { who: "ines", absent: undefined } }, false],
    [{ kind: "tool-called", tool: "page", with: { __proto__: null, constructor: 1 } }, false],
    [{ kind: "tool-called", tool: "page", with: "raw" }, true],
    [{ kind: "tool-not-called", tool: "mail" }, true],
    [{ kind: "tool-not-called", tool: "page" }, false],
    [{ kind: "activated", skill: "triage" }, true],
    [{ kind: "activated", skill: "deploy" }, false],
    [{ kind: "not-activated", skill: "deploy" }, true],
    [{ kind: "not-activated", skill: "triage" }, false],
    [{ kind: "read", skill: "triage", path: "references/a.md" }, true],
    [{ kind: "read", skill: "deploy", path: "references/a.md" }, false],
    [{ kind: "tokens-at-most", tokens: 120 }, true],
    [{ kind: "tokens-at-most", tokens: 119 }, false],
  ])("%j is %s", async (grader, passed) => {
    expect(await grade(grader)).toEqual({ passed, message: expect.stringMatching(/\.$/) });
  });

  it.each<unknown>([
    { who: "INES" },
    { who: "ine" },
    { how: { times: [1] } },
    { how: { times: [3] } },
    { how: { loud: "true" } },
    { extra: null },
    {},
    "ra",
  ])("finds %j in a call where a rehearsal's expectation finds it", async (wanted) => {
    const found = run.toolCalls.some(({ input }) => containsJson(input, wanted));
    expect((await grade({ kind: "tool-called", tool: "page", with: wanted })).passed).toBe(found);
  });

  it.each([
    ["7", true],
    ["```json\n7\n```", true],
    ["8", false],
    ["seven", false],
  ])("holds the answer %j against a schema", async (text, passed) => {
    expect((await grade({ kind: "json-schema", schema: { const: 7 } }, text)).passed).toBe(passed);
  });

  it("does not count what could not be decided", async () => {
    expect(await grade({ kind: "regex", pattern: "a(?=b)" })).toEqual({
      passed: null,
      message: expect.stringContaining("cannot be used"),
    });
    expect((await grade({ kind: "regex", pattern: "a", flags: "y" })).message).toContain("i, m and s");
    const long = await grade({ kind: "not-regex", pattern: "(?:a|b){100}c" }, "ab".repeat(100_000));
    expect(long).toEqual({ passed: null, message: "The answer is too long for this pattern." });
    expect((await grade({ kind: "regex", pattern: "(a+)+$" }, `${"a".repeat(50_000)}b`)).passed).toBe(false);
    expect((await grade({ kind: "json-schema", schema: "slow" }, "1")).passed).toBeNull();
  });
});

describe("findIdleGraders", () => {
  const reasons = async (grader: Grader, ...arms: (boolean | null)[][]) => {
    const graded = arms.map((arm) => [arm.map((passed) => ({ passed, message: "" }))]);
    return (await findIdleGraders([grader], graded, ports)).map(({ reason }) => reason);
  };
  const sharp: Grader = { kind: "contains", text: "SEV2" };

  const empty: Grader[] = [
    { kind: "contains", text: "" },
    { kind: "regex", pattern: ".*" },
    { kind: "regex", pattern: "\\b" },
    { kind: "json-schema", schema: {} },
    { kind: "tokens-at-most", tokens: Number.POSITIVE_INFINITY },
    { kind: "tool-not-called", tool: " " },
    { kind: "not-activated", skill: "" },
  ];

  it.each(empty)("names %j, which enforces nothing, before any run", async (grader) => {
    expect(await reasons(grader)).toEqual(["enforces-nothing"]);
  });

  it.each(empty)(
    "says of %j only what it does: that an empty answer passes where one does",
    async (grader) => {
      const nothing = { text: "", files: new Map(), toolCalls: [], activated: [], reads: [] };
      const { passed } = await gradeRun(grader, { ...nothing, tokens: { input: 0, output: 0 } }, ports);
      const [idle] = await findIdleGraders([grader], [], ports);
      expect(idle?.message).toMatch(/, so it enforces nothing\.$/);
      if (idle?.message.includes("empty answer")) expect(passed).toBe(true);
    },
  );

  it.each<Grader>([
    sharp,
    { kind: "regex", pattern: "SEV" },
    { kind: "regex", pattern: "a(?=b)" },
    { kind: "json-schema", schema: { const: 1 } },
    { kind: "json-schema", schema: "slow" },
    { kind: "not-contains", text: "SEV1" },
    { kind: "tool-not-called", tool: "mail" },
    { kind: "tokens-at-most", tokens: 0 },
  ])("lets %j be", async (grader) => {
    expect(await reasons(grader)).toEqual([]);
  });

  it("names what passes or fails with and without the skill alike", async () => {
    expect(await reasons(sharp, [true, true], [true, true])).toEqual(["passes-in-every-arm"]);
    expect(await reasons(sharp, [false], [false, null])).toEqual(["fails-in-every-arm"]);
    expect(await reasons(sharp, [null], [null])).toEqual(["never-decided"]);
  });

  it("says nothing where an arm differs, is missing or was not decided", async () => {
    expect(await reasons(sharp, [true, true], [true, false])).toEqual([]);
    expect(await reasons(sharp, [true])).toEqual([]);
    expect(await reasons(sharp, [true], [null])).toEqual([]);
    expect(await reasons(sharp, [], [])).toEqual([]);
    const [idle] = await findIdleGraders(
      [sharp],
      [[[{ passed: true, message: "" }]], [[{ passed: true, message: "" }]]],
      ports,
    );
    expect(idle?.message).toContain("with and without the skill alike");
  });
});
