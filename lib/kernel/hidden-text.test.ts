import { describe, expect, it } from "vitest";
import { findHarmfulText, findHiddenText, mayHideText } from "./hidden-text";

const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const kindsOf = (text: string) => findHiddenText(text).map(({ kind }) => kind);
const suspicious = (text: string) => findHiddenText(text).some((run) => run.suspicious);

describe("findHiddenText", () => {
  it("says where each run stands, in the order of the text", () => {
    expect(findHiddenText("a\u202eb\u200b\u200bc")).toEqual([
      { kind: "direction", index: 1, text: "\u202e", suspicious: true },
      { kind: "zero-width", index: 3, text: "\u200b\u200b", suspicious: true },
    ]);
  });

  it.each([
    [
      "every embedding, override and isolate",
      "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
      "direction",
    ],
    ["marks of direction", "\u200e\u200f\u061c", "zero-width"],
    ["C0 and C1", "\u0000\u0007\u001b\u007f\u009b", "control"],
    ["separators of lines", "\u2028\u2029", "control"],
    ["joiners, fillers and hyphens", "\u200b\u2060\ufeff\u00ad\u3164\u115f\uffa0\u180e\u034f", "zero-width"],
    ["deprecated and reserved ones", "\u206a\u2065\ufff0\u{1d173}\u{1bca0}", "zero-width"],
    ["annotations", "\ufff9\ufffa\ufffb", "zero-width"],
    ["tags", tags("ignore"), "tags"],
    ["reserved places beside tags", "\u{e0002}\u{e0fff}", "tags"],
    ["selectors of both blocks", "\ufe00\ufe0f\u{e0100}\u{e01ef}", "selectors"],
  ])("finds %s", (_name, text, kind) => {
    expect(kindsOf(`x${text}y`)).toEqual([kind]);
    expect(suspicious(`x${text}y`)).toBe(true);
  });

  it("finds whatever Unicode calls ignorable or a control", () => {
    const missed: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      if (
        code === 9 ||
        code === 10 ||
        !/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u.test(character)
      )
        continue;
      if (!mayHideText(`a${character}b`)) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it("finds a carriage return inside of a line, and none before a line feed", () => {
    expect(kindsOf("safe\rrm -rf /\n")).toEqual(["control"]);
    expect(suspicious("safe\rrm -rf /\n")).toBe(true);
    expect(findHiddenText("one\r\ntwo\r\n")).toEqual([]);
    expect(suspicious("of an old\rMac\r")).toBe(false);
  });

  it.each([
    ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["a heart on fire", "\u2764\ufe0f\u200d\u{1f525}"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["a warning sign as text", "\u26a0\ufe0e"],
    ["Scotland's flag", `\u{1f3f4}${tags("gbsct")}\u{e007f}`],
    ["a Persian word", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["a Hindi word", "\u0915\u094d\u200d\u0937"],
    ["a Japanese variant", "\u845b\u{e0100}"],
    ["a Khmer vowel", "\u1780\u17b4"],
    ["Mongolian", "\u1820\u180b"],
    ["old Korean", "\u115f\u1161"],
    ["joined accents", "\u05b1\u034f\u05bc"],
    ["tabs and line ends", "a\tb\nc"],
  ])("leaves %s alone", (_name, text) => {
    expect(findHiddenText(text)).toEqual([]);
  });

  it.each([
    ["a joiner between plain letters", "a\u200db"],
    ["a zero-width space in a word", "pass\u200bword"],
    ["a selector after a letter, thrice", "a\ufe00b\ufe01c\ufe02"],
    ["a run of selectors after an emoji", "\u{1f600}\ufe0f\ufe0f\ufe0f"],
    ["tags after a flag's black emoji that is no flag", `\u{1f3f4}${tags("run")}\u{e007f}`],
    ["an isolate in code", "if (x\u2066 // y\u2069) {}"],
    ["an isolate beside Hebrew that holds none", "\u05e9\u05dc \u2066# admin\u2069"],
    ["an isolate that is not ended on its line", "see \u2067\u05e9\u05dc\nthere"],
    ["two overrides around Hebrew", "\u202e\u05e9\u05dc\u202c"],
  ])("is suspicious of %s", (_name, text) => {
    expect(suspicious(text)).toBe(true);
  });

  it.each([
    ["isolates around Hebrew", "see \u2068\u05e9\u05dc\u05d5\u05dd\u2069 there"],
    ["a mark beside Arabic", "\u0627\u0644\u0639\u0631\u0628\u064a\u0629\u200f (C++)"],
    ["a byte order mark at the start", "\ufeffText"],
    ["a form feed", "a\fb"],
    ["one selector with nothing to vary", "a\ufe0fb"],
  ])("draws %s without being suspicious", (_name, text) => {
    expect(findHiddenText(text).length).toBeGreaterThan(0);
    expect(suspicious(text)).toBe(false);
  });

  it("takes time that grows with the text alone", () => {
    const started = performance.now();
    for (const piece of [
      "a\r",
      "\u200ba",
      "\u2066\u05d0",
      "\u202e\u2066",
      `a${tags("x")}`,
      "\u{1f3f4}\u{e0067}",
    ])
      findHiddenText(piece.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("findHarmfulText", () => {
  it("takes everything that turns direction, and controls, whatever stands beside", () => {
    for (const text of ["see \u2068\u05e9\u05dc\u2069", "a\fb", "of an old\rMac"])
      expect(findHarmfulText(text).length).toBeGreaterThan(0);
  });

  it("leaves marks beside Arabic and emoji alone", () => {
    expect(findHarmfulText("\u0627\u0644\u200f (C++) \u2764\ufe0f")).toEqual([]);
  });
});
