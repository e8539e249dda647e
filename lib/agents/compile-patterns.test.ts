import { describe, expect, it } from "vitest";
import { compilePatterns, readyName } from "./compile-patterns";

const find = (patterns: readonly string[], name: string) => compilePatterns(patterns)(readyName(name));

describe("compilePatterns", () => {
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
    ["ab*ba", "aba", false],
    ["ab*ba", "abba", true],
    ["a*b?d*e", "axbbcde", true],
    ["a*b?d*e", "axbbcce", false],
    ["??", "ab", true],
    ["??", "abc", false],
    ["*?", "", false],
    ["a.c", "abc", false],
    ["[ab]", "a", false],
  ])("%j means %j: %j", (pattern, name, means) => {
    expect(find([pattern], name)).toBe(means ? pattern : undefined);
  });

  it("ends with patterns that are made to be slow", () => {
    expect(find([`${"*a".repeat(60)}b`], "a".repeat(200))).toBeUndefined();
  });

  it("names the pattern that means the name as it was written, one that spells it out before the others", () => {
    const patterns = ["X*", "ops-*", "OPS-Root", "ops-root"];
    expect(find(patterns, "ops-root")).toBe("OPS-Root");
    expect(find(patterns, "ops-deploy")).toBe("ops-*");
    expect(find([...patterns, "*"], "notes")).toBe("*");
    expect(find(patterns, "notes")).toBeUndefined();
    expect(find([], "notes")).toBeUndefined();
  });

  it("reads its patterns once, however many names are asked for", () => {
    let reads = 0;
    const patterns = new Proxy(["a*", "b"], {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const ask = compilePatterns(patterns);
    const before = reads;
    for (let at = 0; at < 50; at++) ask(readyName(`c${at}`));
    expect(before).toBeGreaterThan(0);
    expect(reads).toBe(before);
  });
});
