import { describe, expect, it } from "vitest";
import { keepPlain, plainOutput } from "./plain-output";

describe("plainOutput", () => {
  it.each([
    ["skill \u001b]8;;http://evil\u0007here", "skill [U+001B]]8;;http://evil[U+0007]here"],
    ["a\u001b[2Jb", "a[U+001B][2Jb"],
    ["a\u202eb\u009bc", "a[U+202E]b[U+009B]c"],
    ["all is well\rfailed", "all is well[U+000D]failed"],
    ["one\r\ntwo\tthree\n", "one\r\ntwo\tthree\n"],
    [
      "\u001b[31mred\u001b[0m \u001b[1;32mgreen\u001b[39m",
      "\u001b[31mred\u001b[0m \u001b[1;32mgreen\u001b[39m",
    ],
    ["\u001b[31m\u001b[5n", "\u001b[31m[U+001B][5n"],
    ["caf\u00e9 \u2764\ufe0f", "caf\u00e9 \u2764\ufe0f"],
  ])("writes %j as %j", (text, plain) => {
    expect(plainOutput(text)).toBe(plain);
  });
});

describe("keepPlain", () => {
  it("goes between a stream and whoever writes to it, bytes and callbacks as they came", () => {
    const written: unknown[][] = [];
    const stream = {
      write(...given: unknown[]) {
        written.push(given);
        return written.length === 1;
      },
    };
    keepPlain(stream);
    const done = () => {};
    expect(stream.write("a\u001b[2J", "utf8", done)).toBe(true);
    const bytes = new Uint8Array([27]);
    expect(stream.write(bytes)).toBe(false);
    expect(written).toEqual([["a[U+001B][2J", "utf8", done], [bytes]]);
  });
});
