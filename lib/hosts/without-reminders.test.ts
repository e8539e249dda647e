import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReminder, withoutReminders } from "./without-reminders";

const reminder = (text: string) => `\n\n<system-reminder>\n${text}\n</system-reminder>`;
/** Words of a result: no marks of a host in them. */
const words = fc.string({ unit: "binary" }).filter((text) => !/<|>/.test(text));

describe("a result without what its host puts behind it", () => {
  it("is the result, however many reminders stand there, with or without a break at the end", () => {
    fc.assert(
      fc.property(words, fc.array(words), fc.constantFrom("", "\n"), (text, notes, end) => {
        const whole = text + notes.map(reminder).join("");
        const expected = notes.length === 0 ? text + end : text;
        expect(withoutReminders(whole + end)).toBe(expected);
      }),
    );
  });

  it("keeps reminders that something stands behind", () => {
    fc.assert(
      fc.property(words, words, words, (before, note, after) => {
        const text = `${before}${reminder(note)}\n${after}.`;
        expect(withoutReminders(text)).toBe(text);
      }),
    );
  });

  it("keeps the one that says which part of a file this is", () => {
    const part = `1\ta${reminder("[Truncated: PARTIAL view — /x: showing lines 1-1 of 2 total]")}`;
    expect(withoutReminders(part)).toBe(part);
    expect(withoutReminders(`${part}${reminder("9 tokens left")}`)).toBe(part);
  });

  it("only ever takes off at the end, and nothing a second time", () => {
    const piece = fc.oneof(
      words,
      words.map(reminder),
      fc.constantFrom("<system-reminder>", "</system-reminder>", "\n\n<system-reminder>\n", "\n"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const rest = withoutReminders(text);
        expect(text.startsWith(rest)).toBe(true);
        expect(withoutReminders(rest).length).toBeLessThanOrEqual(rest.length);
      }),
    );
  });

  it("is left alone where a mark lacks its other half", () => {
    for (const text of [
      "a</system-reminder>",
      "a\n\n<system-reminder>\nb",
      "<system-reminder>\nb</system-reminder>",
    ])
      expect(withoutReminders(text)).toBe(text);
  });
});

describe("a text that is a word of the host", () => {
  it("begins as one", () => {
    expect(isReminder("<system-reminder>\nx\n</system-reminder>")).toBe(true);
    for (const text of ["", " <system-reminder>", "Say <system-reminder>", "<system-reminders>"])
      expect(isReminder(text)).toBe(false);
  });
});
