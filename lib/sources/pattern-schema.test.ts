import { describe, expect, it } from "vitest";
import { sourcePatterns, whyNoPattern } from "./pattern-schema";

const refusal = (patterns: readonly string[]) =>
  sourcePatterns.safeParse(patterns).error?.issues.map(({ message }) => message);

describe("a pattern of a source", () => {
  it.each([
    "tools/*",
    "**/drafts",
    "log-*",
    "*.psd",
    "a?[a-z]",
    "./tools",
    "**/a/**",
    "*a*/*b*",
    ".skills/*",
  ])("may be %s", (pattern) => {
    expect(whyNoPattern(pattern)).toBeNull();
    expect(sourcePatterns.parse([` ${pattern} `])).toEqual([pattern]);
  });

  it.each([
    ["/etc/*", /from the top of what is read/],
    ["../*", /from the top of what is read/],
    ["a/../b", /from the top of what is read/],
    ["{a,b}", /patterns of their own/],
    ["+(a|b)", /patterns of their own/],
    ["a\\b", /patterns of their own/],
    ["**/a/**/b/**", /\*\* at most twice/],
    ["*a*a*", /\* at most twice/],
    ["x/***", /\* at most twice/],
  ])("is not %s", (pattern, why) => {
    expect(whyNoPattern(pattern)).toMatch(why);
    expect(refusal([pattern])).toEqual([expect.stringMatching(why)]);
  });

  it("is no empty line, no longer than 200 characters, and one of at most 20", () => {
    expect(refusal([" "])).toEqual(["Write a pattern, or take the empty line out."]);
    expect(refusal(["a".repeat(200)])).toBeUndefined();
    expect(refusal(["a".repeat(201)])).toEqual(["Use at most 200 characters."]);
    expect(refusal(Array.from({ length: 20 }, String))).toBeUndefined();
    expect(refusal(Array.from({ length: 21 }, String))).toEqual(["At most 20 patterns."]);
  });
});
