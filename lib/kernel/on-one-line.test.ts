import fc from "fast-check";
import { expect, it } from "vitest";
import { onOneLine } from "./on-one-line";

it.each([
  ["Ines\r\nBcc: all@example.test", "Ines Bcc: all@example.test"],
  ["  Ines\t Park \u0000", "Ines Park"],
  ["a\u2028b\u2029c\u0085d", "a b c d"],
  ["Zoë 🌱", "Zoë 🌱"],
  ["\n", ""],
])("writes %j as %j", (text, line) => {
  expect(onOneLine(text)).toBe(line);
});

it("ends no line, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const line = onOneLine(text);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(onOneLine(line)).toBe(line);
    }),
  );
});
