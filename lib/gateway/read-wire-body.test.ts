import { afterEach, describe, expect, it, vi } from "vitest";
import { streamOf } from "@/lib/testing/stream-of";
import { longestBody, readWireBody } from "./read-wire-body";

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

function asked(body: Body | null, headers: Record<string, string> = {}): Request {
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://greenroom.test/", init);
}
const invalid = { name: "WireError", kind: "invalid" };

/** One that sends a byte each so many milliseconds and never ends. */
function trickle(everyMs: number, onCancel: () => void) {
  return new ReadableStream<Uint8Array>({
    pull: (controller) =>
      new Promise((sent) => {
        setTimeout(() => {
          controller.enqueue(new Uint8Array([32]));
          sent();
        }, everyMs);
      }),
    cancel: onCancel,
  });
}

afterEach(() => vi.useRealTimers());

describe("the body of a request", () => {
  it.each([
    ["nothing", ""],
    ["one byte", "{"],
    ["a mark of UTF-8 before it", "\ufeff{}"],
    ["signs of every length", '{"a":"é€😀"}'],
    ["an escaped zero", '"\\u0000"'],
  ])("comes as it is: %s", async (_, text) => {
    expect(Buffer.from(await readWireBody(asked(text))).toString("utf8")).toBe(text);
  });

  it("is put together from pieces, also those that end within a sign", async () => {
    const bytes = Buffer.from('{"text":"😀"}');
    const pieces = Array.from(bytes, (byte) => new Uint8Array([byte]));
    expect(Buffer.from(await readWireBody(asked(streamOf(pieces))))).toEqual(bytes);
  });

  it("keeps bytes that are no UTF-8", async () => {
    const bytes = new Uint8Array([0x7b, 0xff, 0xc3, 0x28, 0x7d]);
    expect([...(await readWireBody(asked(bytes)))]).toEqual([...bytes]);
  });

  it("may be none at all", async () => {
    expect((await readWireBody(asked(null))).byteLength).toBe(0);
  });

  it.each(["gzip", "br", "zstd", "gzip, identity"])("packed with %s is refused", async (encoding) => {
    const packed = readWireBody(asked("{}", { "content-encoding": encoding }));
    await expect(packed).rejects.toMatchObject({ ...invalid, message: expect.stringContaining(encoding) });
    expect((await readWireBody(asked("{}", { "content-encoding": "identity" }))).byteLength).toBe(2);
  });

  it.each([
    ["UTF-16, the small end first", [0x7b, 0, 0x22, 0]],
    ["UTF-16, the large end first", [0, 0x7b, 0, 0x22]],
    ["UTF-16 with its mark", [0xff, 0xfe, 0x7b, 0]],
    ["UTF-16 with its other mark", [0xfe, 0xff, 0, 0x7b]],
    ["UTF-32", [0, 0, 0, 0x7b]],
  ])("in %s is refused, as another model could be named in it", async (_, bytes) => {
    await expect(readWireBody(asked(new Uint8Array(bytes)))).rejects.toMatchObject(invalid);
  });

  it("that says to be too long is refused before it is read", async () => {
    let given = 0;
    const pieces = function* () {
      for (; given < 100; given += 1) yield new Uint8Array(1024);
    };
    const body = asked(streamOf(pieces()), { "content-length": String(longestBody + 1) });
    await expect(readWireBody(body)).rejects.toMatchObject({ kind: "too-large" });
    expect(given).toBeLessThan(10);
  });

  it("that grows too long is not read to its end, whatever it says", async () => {
    let given = 0;
    const pieces = function* () {
      for (; given < 1_000; given += 1) yield new Uint8Array(1024 * 1024).fill(0x20);
    };
    const body = asked(streamOf(pieces()), { "content-length": "5" });
    await expect(readWireBody(body)).rejects.toMatchObject({ kind: "too-large" });
    expect(given).toBeLessThan(longestBody / 1024 / 1024 + 5);
  });

  it.each([
    ["nothing for half a minute", 40_000, 30_001],
    ["a byte now and then for five minutes", 20_000, 5 * 60_000 + 1],
  ])("that sends %s is not waited for", async (_, everyMs, untilMs) => {
    vi.useFakeTimers();
    const onCancel = vi.fn();
    const read = expect(readWireBody(asked(trickle(everyMs, onCancel)))).rejects.toMatchObject({
      name: "WireError",
      kind: "late",
    });
    await vi.advanceTimersByTimeAsync(untilMs);
    await read;
    expect(onCancel).toHaveBeenCalledOnce();
  });
});
