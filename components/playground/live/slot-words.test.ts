import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { otherWords, slotWords } from "./slot-words";

const own = (length: number) => `=${length}:affa291a8e9f`;
const answer = (lines: string[], isError = false) => JSON.stringify([{ kind: "result", isError, lines }]);

describe("a place in words", () => {
  it("is the name or the names that stand there", () => {
    expect(slotWords('"first-message"')).toBe("first-message");
    expect(slotWords('["a","b"]')).toBe("a\nb");
    expect(slotWords("nothing")).toBe("nothing");
  });

  it.each(["[]", '""', "null", "undefined", ""])("is never empty: %s", (text) => {
    expect(slotWords(text)).toMatch(/\w/);
  });

  it("says how much of the skill's own text there is, and no digest", () => {
    expect(slotWords(`"release-notes ${own(187)}"`)).toBe("release-notes 187 characters of the skill");
    expect(slotWords(answer(["…", own(9), "", own(12), "", own(3), "", "…release-notes…"]))).toBe(
      "result:\n…\n5 lines of the skill\n\n…release-notes…",
    );
    expect(slotWords(answer(["", own(9)]))).toBe("result:\n\none line of the skill");
  });

  it("marks an answer that is an error, and sets several parts under each other", () => {
    expect(slotWords(answer(["…nowhere"], true))).toBe("result, marked as an error:\n…nowhere");
    const parts = [
      { kind: "result", isError: false, lines: ["…"] },
      { kind: "text", isError: false, lines: ["……"] },
    ];
    expect(slotWords(JSON.stringify(parts))).toBe("result:\n…\ntext:\n……");
  });

  it("never shows a digest, whatever stands there", () => {
    const line = fc.oneof(fc.string(), fc.constantFrom("", own(1), own(80), `…${own(4)}…`));
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const words = slotWords(answer(lines));
        expect(words).not.toMatch(/=\d+:[0-9a-f]{12}/);
        expect(words.split("\n").length).toBeLessThanOrEqual(
          1 + Math.max(1, lines.join("\n").split("\n").length),
        );
      }),
    );
  });
});

describe("the dialect's words beside the host's", () => {
  it("are its own where they differ to the eye", () => {
    expect(otherWords('"one"', '"two"')).toBe("two");
  });

  it("say so where only the bytes differ", () => {
    expect(otherWords(answer([own(9)]), answer([own(8)]))).toBe(
      "result:\none line of the skill\nwith other words in it",
    );
  });
});
