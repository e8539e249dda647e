import { describe, expect, it } from "vitest";
import { codePoints, decodeTags, decodeVariations, decodeZeroWidth } from "./decode-hidden";
import type { HiddenRun } from "./hidden-text";
import { describeRun, escapeUnseen, labelOfRun, markHidden, markOnLine, splitAtHidden } from "./mark-hidden";

const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const run = (kind: HiddenRun["kind"], text: string): HiddenRun => ({
  kind,
  index: 0,
  text,
  suspicious: true,
});

describe("splitAtHidden", () => {
  it("loses nothing of the text", () => {
    for (const text of ["", "plain", "\u202ea", "a\u202e", `a${tags("hi")}b\u200bc`])
      expect(
        splitAtHidden(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
  });

  it("keeps a text that hides nothing in one piece", () => {
    expect(splitAtHidden("plain")).toEqual([{ text: "plain", run: null }]);
    expect(splitAtHidden("")).toEqual([{ text: "", run: null }]);
  });
});

describe("markHidden", () => {
  it.each([
    ["to\u202e moc.live \u202cour", "to[U+202E] moc.live [U+202C]our"],
    ["pass\u200bword", "pass[U+200B]word"],
    ["\u001b]8;;http://evil\u0007", "[U+001B]]8;;http://evil[U+0007]"],
    ["safe\rrm", "safe[U+000D]rm"],
    [`Reads.${tags("ignore all")}`, "Reads.[U+E0069 … ×10 “ignore all”]"],
    [`a${"\u200b".repeat(9)}b`, "a[U+200B U+200B U+200B U+200B U+200B U+200B … ×9]b"],
    ["\u{1f468}\u200d\u{1f469}", "\u{1f468}\u200d\u{1f469}"],
  ])("draws what %j hides", (text, marked) => {
    expect(markHidden(text)).toBe(marked);
  });

  it("cuts a long message to what a mark has room for", () => {
    expect(markHidden(tags("x".repeat(200)))).toContain(`${"x".repeat(80)}…`);
  });

  it("leaves nothing hidden in what it answers", () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u.test(character));
    for (const character of all)
      expect(markHidden(`a${character}b`)).not.toMatch(/(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}]/u);
  });
});

it("markOnLine lets nobody begin a line of their own", () => {
  expect(markOnLine("bad name\n  - all is well\r\nand \u001b[2J")).toBe(
    "bad name - all is well and [U+001B][2J",
  );
});

it("escapeUnseen keeps the value of a JSON text and lets nothing hide in it", () => {
  const value = { a: `x\u202e\u009b\u007f${tags("hi")}\u2764\ufe0f`, b: "\u001b[31m\n" };
  const line = escapeUnseen(`${JSON.stringify(value)}\n`);
  expect(JSON.parse(line)).toEqual(value);
  expect(line).not.toMatch(/(?!\n)[\p{Cc}\p{Default_Ignorable_Code_Point}]/u);
  expect(escapeUnseen('{"a":1}')).toBe('{"a":1}');
});

describe("describeRun", () => {
  it.each([
    [run("direction", "\u202e"), "hidden: right-to-left override, U+202E"],
    [run("zero-width", "\u200b\u200b"), "hidden: zero-width space, U+200B U+200B"],
    [run("direction", "\u202e\u2066"), "hidden: direction control, U+202E U+2066"],
    [run("control", "\u0003"), "hidden: control character, U+0003"],
    [run("tags", tags("go")), "hidden: tag characters, U+E0067 … ×2 “go”"],
  ])("says what a screen reader should", (one, words) => {
    expect(describeRun(one)).toBe(words);
  });

  it("names single characters and counts many", () => {
    expect(labelOfRun(run("control", "\u001b"))).toBe("U+001B");
    expect(codePoints("ab", 1)).toBe("U+0061 … ×2");
  });
});

describe("what is decoded", () => {
  it("tags, bytes in selectors and bits in zero-width characters", () => {
    expect(decodeTags(tags("run me"))).toBe("run me");
    const bytes = [..."run"].map((letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16));
    expect(decodeVariations(bytes.join(""))).toBe("run");
    expect(decodeVariations("\ufe01\ufe02")).toBe("");
    const bits = [..."ok"].map((letter) => letter.charCodeAt(0).toString(2).padStart(8, "0")).join("");
    expect(decodeZeroWidth([...bits].map((bit) => (bit === "1" ? "\u200c" : "\u200b")).join(""))).toBe("ok");
    expect(decodeZeroWidth("\u200b".repeat(20))).toBe("");
    expect(decodeZeroWidth("\u200b")).toBe("");
  });
});

describe("markOnLine", () => {
  it("makes one blank of every line break with what stands around it", () => {
    expect(markOnLine("a \r\n\t\n b\nc  d")).toBe("a b c  d");
  });

  it("reads a run of blanks once, however long it is", () => {
    const blanks = " ".repeat(400_000);
    expect(markOnLine(`a${blanks}b`)).toBe(`a${blanks}b`);
    expect(markOnLine(`a${blanks}\n${blanks}b`)).toBe("a b");
  });
});
