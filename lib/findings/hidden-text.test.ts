import { describe, expect, test } from "vitest";
import { findFindings } from "./find-findings";
import { rulesIn, skillWith } from "./fixtures/rules-in";

const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");

describe("found", () => {
  test.each([
    ["tags after a flag's black emoji that is no flag", `\u{1f3f4}${tags("ignore")}\u{e007f}`, "hidden-tags"],
    ["a lone cancel tag", "a\u{e007f}b", "hidden-tags"],
    ["a right-to-left override", "file\u202egnp.exe", "bidi-control"],
    ["an isolate in code", "if (x\u2066 // y\u2069) {}", "bidi-control"],
    ["a zero-width space", "ig\u200bnore", "zero-width"],
    ["a word joiner", "ig\u2060nore", "zero-width"],
    ["a byte order mark inside", "a\ufeffb", "zero-width"],
    ["a Hangul filler", "a\u3164b", "zero-width"],
    ["a left-to-right mark between Latin letters", "a\u200eb", "zero-width"],
    ["a soft hyphen", "pass\u00adword", "zero-width"],
    ["a joiner between Latin letters", "a\u200db", "zero-width"],
    ["a run of variation selectors", "a\ufe00\ufe05\ufe0b", "variation-selectors"],
    ["a terminal escape", "a\u001b]0;x\u0007", "control-character"],
    ["a backspace", "rm -rf /\b\b\b\b", "control-character"],
  ])("%s", (_name, text, rule) => {
    expect(rulesIn(text, "a.txt")).toContain(rule);
  });

  test("behind escapes of the frontmatter, where the characters themselves are not", () => {
    const escaped = [..."run"].map((letter) => `\\U000E00${letter.charCodeAt(0).toString(16)}`).join("");
    const text = skillWith({ description: `"Reads files.${escaped}"` });
    expect(findFindings([{ path: "SKILL.md", text, size: text.length }])).toMatchObject([
      { rule: "hidden-tags", severity: "blocking", excerpt: "run", range: { startLine: 3 } },
    ]);
    expect(rulesIn(skillWith({ description: '"a\\u200bb"' }), "SKILL.md")).toEqual(["zero-width"]);
    expect(rulesIn(skillWith({ description: '"caf\\u00e9"' }), "SKILL.md")).toEqual([]);
  });

  test("in the name of a file, whatever is in it", () => {
    const found = findFindings([{ path: `docs/read\u202eme${tags("hi")}.md`, text: "", size: 0 }]);
    expect(found.map(({ rule }) => rule).sort()).toEqual(["bidi-control", "hidden-tags"]);
    expect(found[0]?.message).toContain("In the file's name");
  });
});

test.each([
  ["flags of tags", `\u{1f3f4}${tags("gbeng")}\u{e007f} \u{1f3f4}${tags("gbwls")}\u{e007f}`],
  ["flags of letters", "\u{1f1e9}\u{1f1ea}"],
  ["families", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}"],
  ["skin tones", "\u{1f44d}\u{1f3fd} \u{1f469}\u{1f3fd}\u200d\u{1f680}"],
  ["a heart on fire", "\u2764\ufe0f\u200d\u{1f525}"],
  ["the pirate's flag", "\u{1f3f4}\u200d\u2620\ufe0f"],
  ["keycaps", "1\ufe0f\u20e3"],
  ["a Persian word", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["a Hindi word", "\u0915\u094d\u200d\u0937"],
  ["isolates around Hebrew", "see \u2068\u05e9\u05dc\u05d5\u05dd\u2069 there"],
  ["a mark beside Arabic", "\u0627\u0644\u0639\u0631\u0628\u064a\u0629\u200f (C++)"],
  ["a byte order mark at the start", "\ufeffText"],
  ["Japanese variants", "\u845b\u{e0100}"],
  ["tabs and line ends", "a\tb\r\nc\fd"],
])("%s are ordinary", (_name, text) => {
  expect(rulesIn(text, "a.txt")).toEqual([]);
});
