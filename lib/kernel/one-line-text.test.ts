import { describe, expect, it } from "vitest";
import { oneLineText } from "./one-line-text";

const schema = oneLineText("Say what changes.").max(20);

describe("oneLineText", () => {
  it.each(["Deploys say it", "שלום עולם", "👩‍👩‍👧 and ﷽", "naïve – “quoted”", " trimmed "])(
    "takes %j",
    (text) => {
      expect(schema.parse(text)).toBe(text.trim());
    },
  );

  it.each(["", "   ", "\u200b\u200b", "\u2060", "\u2800", "\u3164"])("calls %j empty", (text) => {
    expect(schema.safeParse(text).error?.issues[0]?.message).toBe("Say what changes.");
  });

  it.each([
    "a\nb",
    "a\tb",
    "a\u2028b",
    "a\u001b[31mb",
    "safe\u202egnp.exe",
    "a\u2066b",
    "a\u0085b",
    "a\rb",
    "pass\u200bword",
    "a\u00adb",
    "a\u{e0069}b",
    "a\u2068\u05d0\u2069",
  ])("refuses %j: it is no line that can be seen", (text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  it("names what has to go", () => {
    expect(schema.safeParse("a\u202eb").error?.issues).toMatchObject([
      { message: expect.stringContaining("Take out U+202E: use one line") },
    ]);
  });

  it("keeps a limit of length that is asked for besides", () => {
    expect(schema.safeParse("x".repeat(21)).success).toBe(false);
  });
});
