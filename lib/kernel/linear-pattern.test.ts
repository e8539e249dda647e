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
    "\\u0061b",
    "\\u{1F600}",
    "\\p{Script=Han}+",
    "\\P{ASCII}",
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
    ["(a", "a ( without its )"],
    ["a)", "a ) without its ("],
    ["[a", "a [ without its ]"],
    ["*a", "nothing to repeat"],
    ["a**", "a repetition of a repetition"],
    ["a{3,2}", "the second number is the smaller one"],
    ["a{1001}", "at most 1000 repetitions"],
    ["(?=a)", "looking ahead or behind"],
    ["(?<!a)b", "looking ahead or behind"],
    ["(a)\\1", "cannot be asked for again"],
    ["(?<n>a)\\k<n>", "cannot be asked for again"],
    ["(?x)a", "a group that begins with (?"],
    ["a(?i)b", "a group that begins with (?"],
    ["\\q", "means nothing here"],
    ["a\\", "a backslash at the end"],
    ["\\u{110000}", "without the number of a character"],
    ["\\xg", "without the number of a character"],
    ["\\p{Nonsense}", "no property of characters"],
    ["[z-a]", "before its beginning"],
    ["[a-\\d]", "no character"],
    ["^*", "a place that has no characters"],
    ["((a{50}){50}){50}", "come to too much"],
  ])("says what is wrong with %s", (source, words) => {
    expect(errorOf(source)).toContain(words);
  });

  it("takes a pattern of a bounded length", () => {
    expect(errorOf("a".repeat(longestPattern))).toBeNull();
    expect(errorOf("a".repeat(longestPattern + 1))).toBe("it has more than 500 characters");
  });

  it("knows how little a pattern can match", () => {
    const least = (source: string) => {
      const compiled = compilePattern(source);
      return compiled.ok ? compiled.value.least : null;
    };
    expect(["a*", "^$", "\\b", "a|", "(?:ab){2}c?", "a+b|cd"].map(least)).toEqual([0, 0, 0, 0, 4, 2]);
  });

  it.each(["(a+)+$", "(a|a)*b", "(a|aa)+c", "(.*)*x", "([a-z]+)*!", "(a?){30}b{2,30}", ".*.*.*=.*"])(
    "answers for %s in time, whatever the text",
    (source) => {
      const startedAt = performance.now();
      expect(isIn(source, `${"a".repeat(50_000)}\n`)).not.toBe(true);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    },
  );

  it("says that it does not know when its budget is spent", () => {
    const compiled = compilePattern("b");
    expect(compiled.ok && compiled.value.isIn("a".repeat(1_000), { left: 100 })).toBeNull();
  });
});
