import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/kernel/app-error";
import { allOf, done, unchanged } from "./internal/act-outcome";
import { endsBatch, problemOf } from "./internal/problem-of";

const request = { traceId: "a".repeat(32) };

describe("why a skill is refused", () => {
  it("is what the operation for one says, with its details", () => {
    const details = { reason: "policy", unmet: [] };
    expect(problemOf(request, new AppError("CONFLICT", "Not yet.", { details }))).toEqual({
      code: "CONFLICT",
      message: "Not yet.",
      details,
    });
    expect(problemOf(request, new AppError("NOT_FOUND", "It is gone."))).toEqual({
      code: "NOT_FOUND",
      message: "It is gone.",
    });
  });

  it("is in words for input that a command does not take", () => {
    const { error } = z.string().max(2, "Use at most two characters.").safeParse("three");
    expect(problemOf(request, error)).toEqual({
      code: "UNPROCESSABLE",
      message: "Use at most two characters.",
    });
  });

  it("is the trace alone for a fault of ours", () => {
    const problem = problemOf(request, new Error("select secret from vault"));
    expect(problem).toEqual({
      code: "INTERNAL",
      message: `The server's log has the reason under trace ${request.traceId}.`,
    });
  });
});

describe("the rest of a batch", () => {
  const problem = (code: string) => ({ code, message: "" });

  it("is not tried when the asker is out or the disk is full", () => {
    expect(endsBatch(problem("UNAUTHENTICATED"), 0)).toBe(true);
    expect(endsBatch(problem("STORAGE_FULL"), 0)).toBe(true);
  });

  it("goes on after anything that concerns one skill, and after one that was held by another", () => {
    for (const code of ["FORBIDDEN", "NOT_FOUND", "CONFLICT", "UNPROCESSABLE", "INTERNAL"])
      expect(endsBatch(problem(code), 0)).toBe(false);
    expect(endsBatch(problem("UNAVAILABLE"), 1)).toBe(false);
    expect(endsBatch(problem("UNAVAILABLE"), 2)).toBe(true);
  });
});

describe("several acts on one skill", () => {
  it("are one deed, taken back from the last to the first", () => {
    const deeds = [
      done("Archives the skill", [{ kind: "unarchive" }]),
      unchanged("Is not there"),
      done("Removes staging from version 1", [
        { kind: "label", label: "staging", version: 1, expectedVersion: null },
      ]),
    ];
    expect(allOf(deeds)).toMatchObject({
      outcome: "done",
      summary: "Archives the skill; Removes staging from version 1",
      undo: [{ kind: "label" }, { kind: "unarchive" }],
    });
    expect(allOf([unchanged("A"), unchanged("B")])).toEqual({ outcome: "unchanged", summary: "A; B" });
  });
});
