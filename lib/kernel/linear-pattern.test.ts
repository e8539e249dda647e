import { describe, expect, it } from "vitest";
import { compilePattern, longestPattern } from "./linear-pattern";

/** Whether a pattern that compiles is in the text. */
function isIn(source: string, text: string): boolean | null {
  const compiled = compilePattern(source);
  if (!compiled.ok) throw new Error(compiled.error);
  return compiled.value.isIn(text);
}

const errorOf = (source: string): string | null => {
  const compiled = compilePattern(source);
  return compiled.ok ? null : compiled.error;
};

const texts = [
  "",
  "a",
  "b",
  "ab",
  "aab",
  "abab",
  "SEV2",
  "sev12 now",
  "It is SEV2.\nPage the owner.",
  "x-y_z 007",
  "tab\there",
  "é ü 漢字 😀",
  "a.b*c+d",
  "line\r\nline",
  "}{][)(",
];

describe("compilePattern", () => {
  it.each([
    "a",
    "a*b",
    "a+b",
    "a?b",
    "(a|b)+c?",
    "^a",
    "b$",
    "^$",
    "^ab$",
    "(?:ab){2}",
    "a{2}",
    "a{1,2}b",
    "a{2,}",
    "(a*)*b",
    "(a|a)*$",
    "[ab]{2,3}",
    "[^a]",
    "[^a-y]",
    "[a\\-z]",
    "[\\d_-]+",
    "[\\]a]+",
    "SEV[12]",
    "\\bSEV2\\b",
    "\\Bb",
    "\\d{3}",
    "\\w+\\s\\W*",
    "\\S\\D",
    "\\t",
    "\\x61",
    "^.$",
    "^..$",
    "a\\.b\\*c\\+d",
    ".+owner",
    "line.line",
    "line..line",
    "(?<level>SEV)(?<number>\\d)",
    "a*?b",
    "|a",
    "()",
    "\\}\\{",
  ])("finds %s where JavaScript does", (source) => {
    const native = new RegExp(source, "u");
    for (const text of texts)
      expect([source, text, isIn(source, text)]).toEqual([source, text, native.test(text)]);
  });

  it.each([
    ["i", "sev2|É"],
    ["i", "[^S]ev"],
    ["m", "^Page"],
    ["m", "2\\.$"],
    ["s", "SEV2..Page"],
    ["ims", "^page.*OWNER"],
    ["i", "[a-f]+$"],
  ])("takes the flags %s at its head for %s", (flags, source) => {
    const native = new RegExp(source, `u${flags}`);
    for (const text of texts)
      expect([text, isIn(`(?${flags})${source}`, text)]).toEqual([text, native.test(text)]);
  });

  it.each([
    ["(a", "missing closing )"],
    ["a)", "unexpected )"],
    ["[a", "missing closing ]"],
    ["*a", "missing argument to repetition operator"],
    ["a**", "invalid nested repetition operator"],
    ["a{3,2}", "invalid repeat count"],
    ["a{1001}", "invalid repeat count"],
    ["(?=a)", "unsupported Perl syntax"],
    ["(?<!a)b", "invalid named capture"],
    ["(a)\\1", "invalid escape sequence: `\\1`"],
    ["\\q", "invalid escape sequence: `\\q`"],
    ["a\\", "trailing backslash"],
    ["\\p{Nonsense}", "`\\p{Nonsense}`"],
    ["[z-a]", "invalid character class range"],
    ["((a{50}){50}){50}", "invalid repeat count"],
  ])("says what is wrong with %s", (source, words) => {
    expect(errorOf(source)).toContain(words);
  });

  it.each([
    ["\\pL{1000}".repeat(55)],
    ["a{1000}".repeat(60)],
    [`(?:${"ab".repeat(240)}){1000}`],
    ["(?:[a-z]{1,40}){1,40}"],
    ["((((a{5}){5}){5}){5}b){5}"],
  ])("refuses what is small to write and large to match: %s", (source) => {
    expect(errorOf(source)).toMatch(/come to too much together|invalid repeat count/);
  });

  it("takes counts that people write", () => {
    expect(["^[A-Z]{2,10}-\\d{1,6}$", "\\pL{1000}", "(?:\\d{1,3}\\.){3}\\d{1,3}"].map(errorOf)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("knows scripts and characters by their number", () => {
    expect([isIn("\\p{Han}+", "漢字"), isIn("\\p{Han}", "a"), isIn("\\x{1F600}", "😀")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("takes a pattern of a bounded length", () => {
    expect(errorOf("a".repeat(longestPattern))).toBeNull();
    expect(errorOf("a".repeat(longestPattern + 1))).toBe("it has more than 500 characters");
  });

  it("knows which patterns are found without a character", () => {
    const needsNothing = (source: string) => {
      const compiled = compilePattern(source);
      return compiled.ok ? compiled.value.needsNothing : null;
    };
    expect(["a*", "^$", "\\b", "\\B", "$", "a|"].map(needsNothing)).toEqual(Array(6).fill(true));
    expect(["(?:ab){2}c?", "a+b|cd", "^a", ".", "\\ba"].map(needsNothing)).toEqual(Array(5).fill(false));
  });

  it.each([
    "(a+)+$",
    "(a|a)*b",
    "(a|aa)+c",
    "(.*)*x",
    "([a-z]+)*!",
    "(a?){30}b{2,30}",
    ".*.*.*=.*",
    "\\pL{500}9",
    "(?i)[^b]{1,400}!",
  ])("answers for %s in time, whatever the text", (source) => {
    const startedAt = performance.now();
    isIn(source, `${"a".repeat(50_000)}\n`);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("says that it does not know what would cost more than its budget", () => {
    const compiled = compilePattern("b");
    expect(compiled.ok && compiled.value.isIn("a".repeat(1_000), { left: 100 })).toBeNull();
  });
});
