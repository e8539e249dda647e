import { expect, test } from "vitest";
import { collapsedLine, columnsOf, listedLine } from "./listed-line";

/** Each as Claude Code 2.1.330 listed it. */
test.each([
  ["A\n\nB \n C", "A B   C"],
  ["A\tB \t\t C", "A B   C"],
  ["A\u0001B\u007f\u0085C", "A B C"],
  ["A\u200bB\u200d\u2060\u202eC\ufeffD", "A B C D"],
  ["A\u00adB\u034fC\u115fD\u3164E\u2800F", "A B C D E F"],
  ["A\u0378B\ufdd0C\u{f0000}D\ue000E", "A B C D E"],
  ["A\ufe0fB 1\ufe0f C", "A B 1  C"],
  ["A\u00a0B\u1680C\u2003D\u3000E\ufffcF", "A\u00a0B\u1680C\u2003D\u3000E\ufffcF"],
  ["A  B", "A  B"],
  ["\u00a0 A\t", "A"],
  ["\u200bA\u200b", " A "],
  ["👩‍👩‍👧 🏳️‍🌈 👋🏽 👩🏽‍💻 ❤️ ©️ 1️⃣ *️⃣ 🇩🇪", "👩‍👩‍👧 🏳️‍🌈 👋🏽 👩🏽‍💻 ❤️ ©️ 1️⃣ *️⃣ 🇩🇪"],
  [
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ],
  ["👩\u200dx x\u200d👩 ❤\ufe0e ❤\ufe0f\ufe0f", "👩 x x 👩 ❤  ❤\ufe0f "],
  ["क्\u200dष می\u200cخ", "क्\u200dष می\u200cخ"],
])("%j is listed as %j", (text, listed) => {
  expect(listedLine(text)).toBe(listed);
});

/** Each as Codex 0.169.0 listed it. */
test.each([
  ["A\tB \t\t C", "A B C"],
  ["A\n\nB \n C", "A B C"],
  ["A\u00a0B\u1680C\u2003D\u202fE\u205fF\u3000G\u0085H\u2028I", "A B C D E F G H I"],
  ["A  B   C", "A B C"],
  ["A\u200bB\u0001C\u00adD\ufeffE", "A\u200bB\u0001C\u00adD\ufeffE"],
  [" A \u00a0", "A"],
  ["", ""],
])("%j is one line: %j", (text, line) => {
  expect(collapsedLine(text)).toBe(line);
});

test.each([
  ["Writes notes.", 13],
  ["长描述", 6],
  ["ｈｉ 한글", 9],
  ["🚀 👩‍👩‍👧", 9],
  ["e\u0301\u200b", 1],
  ["", 0],
])("%j takes %i columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});
