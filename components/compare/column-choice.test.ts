import { describe, expect, it } from "vitest";
import { createComparisonSchema } from "@/lib/sessions/comparison-schema";
import { type ColumnChoice, differencesOf, toColumn, withDialect } from "./column-choice";

const plain: ColumnChoice = { agent: "on-call", standing: "assigned", dialect: "", mode: "", model: "" };

describe("toColumn", () => {
  it("asks for nothing that the agent has anyway", () => {
    expect(toColumn(plain, "log-query")).toEqual({ agent: "on-call" });
  });

  it.each([
    ["draft", { skill: "log-query", follows: "draft" }],
    ["latest", { skill: "log-query", follows: "latest" }],
    ["none", { skill: "log-query", follows: "none" }],
    ["version:3", { skill: "log-query", follows: "version", version: 3 }],
    ["label:production", { skill: "log-query", follows: "label", label: "production" }],
  ] as const)("puts the skill in as %s", (standing, entry) => {
    const column = toColumn({ ...plain, standing }, "log-query");
    expect(column.overlay).toEqual([entry]);
    const columns = [column, toColumn(plain, "log-query")];
    expect(createComparisonSchema.safeParse({ message: "Hello", columns }).success).toBe(true);
  });

  it.each(["", "standard"])("asks for another mode in the dialect %j", (dialect) => {
    expect(toColumn({ ...plain, dialect, mode: "search" }, "")).toMatchObject({ mode: "search" });
  });

  it("leaves the skill alone when the comparison is about none", () => {
    expect(toColumn({ ...plain, standing: "draft" }, "").overlay).toBeUndefined();
  });
});

describe("withDialect", () => {
  it("takes the dialect's own mode when it has not the one chosen", () => {
    expect(withDialect({ ...plain, mode: "search" }, "orion", "standard")).toMatchObject({ mode: "eager" });
    expect(withDialect({ ...plain, mode: "inline" }, "adk", "standard")).toMatchObject({ mode: "inline" });
  });

  it("leaves both to the agent again", () => {
    const chosen = { ...plain, dialect: "orion", mode: "eager" };
    expect(withDialect(chosen, "", "adk")).toMatchObject({ dialect: "", mode: "" });
  });
});

describe("differencesOf", () => {
  it("names what differs, the skill by its name", () => {
    const other: ColumnChoice = { ...plain, standing: "draft", model: "x" };
    expect(differencesOf(plain, other, "log-query")).toEqual(["log-query", "model"]);
    expect(differencesOf(plain, { ...plain, standing: "draft" }, "")).toEqual([]);
  });
});
