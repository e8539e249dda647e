import { describe, expect, it } from "vitest";
import { bytesOf, guessTextByName, scannedText, textOf } from "./file-text";

/** Longer than any part of a file that a guess would look at. */
const long = "a line of an ordinary file\n".repeat(400);
const withEnd = (...end: number[]): Uint8Array => Uint8Array.of(...bytesOf(long), ...end);

describe("textOf", () => {
  it("gives text that encodes to the same bytes", () => {
    for (const text of ["", "h\u00e9", "\ufeffA\r\n\u00e4 \u{1f600}\n", `${"\u00e9".repeat(4097)}x`, long])
      expect(bytesOf(textOf(bytesOf(text)) ?? "not text")).toEqual(bytesOf(text));
  });

  it("gives nothing for a NUL or a broken sequence, however far down", () => {
    for (const bytes of [
      Uint8Array.of(0x41, 0),
      Uint8Array.of(0xc3, 0x28),
      withEnd(0),
      withEnd(0xff),
      withEnd(0xc3),
    ])
      expect(textOf(bytes)).toBeNull();
  });
});

describe("scannedText", () => {
  it("reads text as it is, by whatever name", () => {
    expect(scannedText("a.bin", bytesOf("key"))).toBe("key");
  });

  it("reads what is called or begins like a text, broken as it is", () => {
    expect(scannedText("a.md", Uint8Array.of(0x6b, 0xff, 0x79))).toBe("k\ufffdy");
    expect(scannedText("data", withEnd(0xff))).toBe(`${long}\ufffd`);
    expect(scannedText("data", withEnd(0))).toBe(`${long}\u0000`);
  });

  it("leaves out what neither name nor beginning makes a text", () => {
    expect(scannedText("logo.png", Uint8Array.of(0x89, 0x50, 0, 1))).toBe("");
    expect(scannedText("data", Uint8Array.of(0xff, 0xfe, 0x41))).toBe("");
  });
});

it("guesses by the name alone", () => {
  for (const path of ["a.md", "x/Dockerfile", "LICENSE", ".env.local", "a.PY"])
    expect(guessTextByName(path)).toBe(true);
  for (const path of ["a.png", "a", "a.bin"]) expect(guessTextByName(path)).toBe(false);
});
