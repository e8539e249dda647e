import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { delimiterPacket, flushPacket, packet } from "./pkt-line";
import { mostRequestBytes, readGitCommand } from "./read-request";

const body = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? packet(part) : part)));

const read = (bytes: Uint8Array, encoding?: string) =>
  readGitCommand(
    new Request("http://localhost/", {
      method: "POST",
      body: new Uint8Array(bytes),
      headers: encoding === undefined ? {} : { "Content-Encoding": encoding },
    }),
  );
const refused = async (bytes: Uint8Array, encoding?: string) => {
  const result = await read(bytes, encoding);
  return result.ok ? null : [result.error.status, result.error.message];
};

const notPackets = "The request is not made of git's packets, or of more than 40100.";
const fetching = body("command=fetch", "agent=git/2.39", delimiterPacket, "want x\n", "done", flushPacket);

describe("readGitCommand", () => {
  it("reads a command with its arguments, also without any", async () => {
    expect(await read(fetching)).toEqual({ ok: true, value: { command: "fetch", args: ["want x", "done"] } });
    expect(await read(body("command=ls-refs\n", flushPacket))).toMatchObject({
      value: { command: "ls-refs", args: [] },
    });
  });

  it("unpacks what was packed, by either name of gzip", async () => {
    for (const encoding of ["gzip", "x-gzip"])
      expect(await read(gzipSync(fetching), encoding)).toMatchObject({ value: { command: "fetch" } });
  });

  it("says what is wrong with a request", async () => {
    expect(await refused(body(flushPacket))).toEqual([400, "The request names no command."]);
    expect(await refused(body("command=fetch"))).toEqual([400, "The request ends before its last packet."]);
    expect(await refused(new Uint8Array())).toEqual([400, "The request ends before its last packet."]);
    expect(await refused(Buffer.from("hello"))).toEqual([400, notPackets]);
    expect(await refused(fetching.subarray(0, -2))).toEqual([400, notPackets]);
    expect(await refused(body(fetching, flushPacket))).toEqual([400, "The request goes on after its end."]);
    expect(await refused(fetching, "deflate")).toEqual([415, expect.stringContaining("deflate")]);
    expect(await refused(fetching, "gzip")).toEqual([400, "The request is not what gzip writes."]);
    expect((await refused(gzipSync(fetching).subarray(0, -6), "gzip"))?.[0]).toBe(400);
  });

  it("holds no more packets than a fetch has", async () => {
    const many = (count: number) => body(...Array.from({ length: count }, () => "x"), flushPacket);
    expect(await refused(many(40_100))).toEqual([400, notPackets]);
    expect(await refused(many(40_099))).toEqual([400, "The request names no command."]);
  });

  it("reads and unpacks no more than its limit", async () => {
    const tooLarge = [413, "The request is larger than 2 MiB."];
    expect(await refused(Buffer.alloc(mostRequestBytes + 1))).toEqual(tooLarge);
    expect(await refused(gzipSync(Buffer.alloc(mostRequestBytes + 1)), "gzip")).toEqual(tooLarge);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const sending = { method: "POST", body: endless, duplex: "half" };
    const request = new Request("http://localhost/", sending);
    expect(await readGitCommand(request)).toMatchObject({ error: { status: 413 } });
    expect(sent).toBeLessThan(mostRequestBytes * 2);
  });
});
