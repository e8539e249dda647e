import { describe, expect, it } from "vitest";
import { completeMention, matchingPeople, mentionAt, toMarkdown, toStored, toTyped } from "./mention-text";

const aiko = { id: "0190a000-0000-7000-8000-000000000001", name: "Aiko" };
const mori = { id: "0190a000-0000-7000-8000-000000000002", name: "Aiko Mori" };

describe("a mention", () => {
  it("is stored with the person's id, the longest name that fits first", () => {
    expect(toStored("Ask @Aiko Mori, not @Aiko.", [aiko, mori])).toBe(
      `Ask @[Aiko Mori](${mori.id}), not @[Aiko](${aiko.id}).`,
    );
  });

  it("is only of those who were chosen, and not inside other words", () => {
    expect(toStored("ops@Aiko @Aikos @Ines", [aiko])).toBe("ops@Aiko @Aikos @Ines");
  });

  it("is edited and shown under the name that the person has now", () => {
    const body = `Ask @[Aiko Tanaka](${mori.id})!`;
    expect(toTyped(body, [mori])).toBe("Ask @Aiko Mori!");
    expect(toTyped(body, [])).toBe("Ask @Aiko Tanaka!");
    expect(toMarkdown(body, [mori])).toBe("Ask **@Aiko Mori**!");
  });

  it("cannot smuggle Markdown in through a name", () => {
    const odd = { id: aiko.id, name: "A](http://x) **b" };
    expect(toStored("@A](http://x) **b", [odd])).toBe(`@[Ahttp://x **b](${aiko.id})`);
    expect(toMarkdown(`@[x](${aiko.id})`, [odd])).toBe("**@A\\]\\(http://x\\) \\*\\*b**");
  });

  it("survives being stored and edited again", () => {
    const text = "@Aiko Mori and @Aiko: a@b.example";
    expect(toTyped(toStored(text, [aiko, mori]), [aiko, mori])).toBe(text);
  });
});

describe("typing a mention", () => {
  it("begins at an @ that follows no letter", () => {
    expect(mentionAt("Hello @ai", 9)).toEqual({ start: 6, query: "ai" });
    expect(mentionAt("@", 1)).toEqual({ start: 0, query: "" });
    expect(mentionAt("mail@ai", 7)).toBeNull();
  });

  it("ends with the line, with a second @ and when the words go on", () => {
    expect(mentionAt("@aiko\nhello", 11)).toBeNull();
    expect(mentionAt("@ hello", 7)).toBeNull();
    expect(mentionAt("@a b c d e", 10)).toBeNull();
  });

  it("is completed in place, with one space after the name", () => {
    expect(completeMention("Ask @ai now", 7, 4, "Aiko Mori")).toEqual({
      text: "Ask @Aiko Mori now",
      caret: 15,
    });
    expect(completeMention("@", 1, 0, "Aiko")).toEqual({ text: "@Aiko ", caret: 6 });
  });

  it("offers people by the beginning of any of their names", () => {
    expect(matchingPeople([aiko, mori], "mo")).toEqual([mori]);
    expect(matchingPeople([aiko, mori], "aiko m")).toEqual([mori]);
    expect(matchingPeople([aiko, mori], "")).toEqual([aiko, mori]);
    expect(matchingPeople([aiko, mori], "ko")).toEqual([]);
  });
});
