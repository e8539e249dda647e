import { describe, expect, it } from "vitest";
import type { Grader } from "@/lib/verdicts/grader-schema";
import { graderProblem, graderWords, isGraderKind, newGrader, toGrader, toGraderRow } from "./grader-rows";

const all: Grader[] = [
  { kind: "contains", text: "Ines", ignoreCase: true },
  { kind: "not-contains", text: "Sorry" },
  { kind: "regex", pattern: "^In", flags: "i" },
  { kind: "not-regex", pattern: "x+" },
  { kind: "json-schema", schema: { type: "object" } },
  { kind: "file-exists", path: "a.md" },
  { kind: "file-equals", path: "a.md", text: "A" },
  { kind: "tool-called", tool: "page", with: { to: "Ines" } },
  { kind: "tool-called", tool: "page" },
  { kind: "tool-not-called", tool: "delete" },
  { kind: "activated", skill: "notes" },
  { kind: "not-activated", skill: "notes" },
  { kind: "read", skill: "notes", path: "a.md" },
  { kind: "tokens-at-most", tokens: 4000 },
  { kind: "judge", criterion: "It is short." },
];

describe("a grader as it is edited", () => {
  it("is saved as it was read, of every kind", () => {
    expect(all.map((grader) => toGrader(toGraderRow(grader)))).toEqual(all);
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(Object.keys(graderWords)));
    expect(all.map((grader) => graderProblem(toGraderRow(grader)))).toEqual(all.map(() => undefined));
  });

  it.each(Object.keys(graderWords).filter(isGraderKind))("says what a new one lacks: %s", (kind) => {
    expect(graderProblem(newGrader(kind))).toMatch(/\.$/);
  });

  it.each([
    [{ kind: "json-schema" as const, json: "{" }, "Write the schema as JSON."],
    [
      { kind: "tool-called" as const, tool: "page", json: "{" },
      "Write what it is called with as JSON, or nothing.",
    ],
    [{ kind: "read" as const, skill: "notes" }, "Name the file."],
    [{ kind: "tokens-at-most" as const, tokens: "1.5" }, "Write a whole number of tokens."],
    [{ kind: "judge" as const, criterion: "  " }, "Write what a good answer is like."],
  ])("says what is wrong: %o", (part, said) => {
    expect(graderProblem({ ...newGrader(), ...part })).toBe(said);
  });

  it("knows kinds from other words", () => {
    expect([isGraderKind("regex"), isGraderKind("toString")]).toEqual([true, false]);
  });
});
