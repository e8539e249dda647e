import { describe, expect, it } from "vitest";
import { matchPattern } from "./match-pattern";

describe("matchPattern", () => {
  it.each([
    ["triage", "triage", true],
    ["TRIAGE", "triage", true],
    ["straße", "STRASSE", true],
    ["pdf", "\uff50\uff44\uff46", true],
    ["pdf", "p\u200bdf", true],
    ["über-*", "ÜBER-uns", true],
    ["cafe\u0301", "café", true],
    ["triage", "triage-2", false],
    ["pdf-*", "pdf-forms", true],
    ["pdf-*", "pdf-", true],
    ["pdf-*", "pdf", false],
    ["*-internal", "billing-internal", true],
    ["*-internal", "internal", false],
    ["*", "", true],
    ["*", "anything", true],
    ["**", "anything", true],
    ["", "", true],
    ["", "a", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a?c", "a\u{1F600}c", true],
    ["*a*b*", "xxaxxbxx", true],
    ["*a*b*", "xxbxxaxx", false],
    ["*ab", "aab", true],
    ["a.c", "abc", false],
    ["[ab]", "a", false],
  ])("%j means %j: %j", (pattern, name, means) => {
    expect(matchPattern(pattern, name)).toBe(means);
  });

  it("ends with patterns that are made to be slow", () => {
    expect(matchPattern(`${"*a".repeat(60)}b`, "a".repeat(200))).toBe(false);
  });
});
