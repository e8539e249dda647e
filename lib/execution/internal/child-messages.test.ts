import { describe, expect, it } from "vitest";
import { ChildLines } from "./child-messages";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const command = JSON.stringify({ kind: "command", line: "echo ä" });

describe("ChildLines", () => {
  it("puts lines together that came in pieces, also within a character", () => {
    const lines = new ChildLines(1_000);
    const all = bytes(`{"kind":"began"}\n${command}\n`);
    const read = [...all].map((each) => lines.read(Uint8Array.of(each)));
    expect(read.flat()).toEqual([{ kind: "began" }, { kind: "command", line: "echo ä" }]);
  });

  it("takes nothing that is no message", () => {
    expect(new ChildLines(1_000).read(bytes("hello\n"))).toBeNull();
    expect(new ChildLines(1_000).read(bytes('{"kind":"ended"}\n'))).toBeNull();
    expect(new ChildLines(1_000).read(bytes('{"kind":"command","line":7}\n'))).toBeNull();
  });

  it("takes no more than it may hold", () => {
    const lines = new ChildLines(10);
    expect(lines.read(bytes("12345"))).toEqual([]);
    expect(lines.read(bytes("123456"))).toBeNull();
  });
});
