import { describe, expect, it } from "vitest";
import { bandPackets, delimiterPacket, errorPacket, flushPacket, packet, readPackets } from "./pkt-line";

describe("packet", () => {
  it("counts its own length, in bytes", () => {
    expect(packet("a\n").toString()).toBe("0006a\n");
    expect(packet("é").toString()).toBe("0006é");
    expect(packet(new Uint8Array()).toString()).toBe("0004");
    expect(errorPacket("no").toString()).toBe("000bERR no\n");
    expect(() => packet("x".repeat(65_517))).toThrow(RangeError);
    expect(packet("x".repeat(65_516)).length).toBe(65_520);
  });
});

describe("bandPackets", () => {
  it("cuts what is too long for one", () => {
    const data = Buffer.alloc(65_515 * 2 + 1, "x");
    expect([...bandPackets(1, data)].map(({ length }) => length)).toEqual([65_520, 65_520, 6]);
    expect([...bandPackets(2, "hm")].map(String)).toEqual(["0007\u0002hm"]);
    expect([...bandPackets(1, "")]).toEqual([]);
  });
});

describe("readPackets", () => {
  it("reads what was written", () => {
    const bytes = Buffer.concat([packet("one\n"), delimiterPacket, packet("two"), flushPacket]);
    expect(readPackets(bytes)).toEqual([
      { kind: "line", text: "one" },
      { kind: "delimiter" },
      { kind: "line", text: "two" },
      { kind: "flush" },
    ]);
    expect(readPackets(new Uint8Array())).toEqual([]);
  });

  it("reads nothing that is cut off or none", () => {
    for (const text of ["000", "0008abc", "0002", "0003", "zzzz", " 004", "-001"])
      expect(readPackets(Buffer.from(text))).toBeNull();
  });
});
