import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { streamOf } from "@/lib/testing/stream-of";
import { type Passed, passAnswer } from "./pass-answer";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function passing(
  body: ReadableStream<Uint8Array> | null,
  { signal = new AbortController().signal, timeoutMs = 60_000 } = {},
) {
  const onEnd = vi.fn<(passed: Passed) => void>();
  const stream = passAnswer(body, { arrivedAt: performance.now(), timeoutMs, signal, onEnd });
  return { stream, onEnd, passed: () => onEnd.mock.calls[0]?.[0] };
}

/** A model that says so much and then nothing more. */
function silentAfter(text: string) {
  const cancel = vi.fn<() => void>();
  const body = new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(bytesOf(text)), cancel });
  return { body, cancel };
}

describe("bytes that pass", () => {
  it("are the same ones in the same pieces, and are told of once at their end", async () => {
    const sign = bytesOf("😀");
    const pieces = [bytesOf("data: "), sign.subarray(0, 2), sign.subarray(2), bytesOf("\n"), bytesOf("\n")];
    const { stream, onEnd, passed } = passing(streamOf(pieces));
    const got: Uint8Array[] = [];
    for await (const piece of stream) got.push(piece);
    expect(got).toEqual(pieces);
    expect(onEnd).toHaveBeenCalledOnce();
    expect(passed()).toMatchObject({ isWhole: true, ending: "whole", answerBytes: 12 });
    expect(Buffer.from(passed()?.bytes ?? []).toString("utf8")).toBe("data: 😀\n\n");
    expect(passed()?.firstByteMs).toBeGreaterThanOrEqual(0);
  });

  it("may be none", async () => {
    const { stream, passed } = passing(null);
    expect(await new Response(stream).text()).toBe("");
    expect(passed()).toMatchObject({ isWhole: true, ending: "whole", answerBytes: 0, firstByteMs: null });
  });

  it("break where the model's side breaks, within an event as between two", async () => {
    const pieces = (async function* () {
      yield bytesOf('data: {"a":');
      throw new Error("reset");
    })();
    const { stream, onEnd, passed } = passing(streamOf(pieces));
    await expect(new Response(stream).text()).rejects.toThrow();
    expect(onEnd).toHaveBeenCalledOnce();
    expect(passed()).toMatchObject({ ending: "cut", isWhole: false, answerBytes: 11 });
    expect(Buffer.from(passed()?.bytes ?? []).toString("utf8")).toBe('data: {"a":');
  });

  it("are let go of when the model falls silent", async () => {
    const { body, cancel } = silentAfter("x");
    const { stream, passed } = passing(body, { timeoutMs: 20 });
    await expect(new Response(stream).text()).rejects.toThrow(/late/);
    expect(passed()).toMatchObject({ ending: "late", isWhole: false, answerBytes: 1 });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("are let go of when the host goes, in either way that this is noticed, and told of once", async () => {
    const leaving = new AbortController();
    const one = silentAfter("x");
    const left = passing(one.body, { signal: leaving.signal });
    await left.stream.getReader().read();
    leaving.abort();
    const two = silentAfter("x");
    const cancelled = passing(two.body);
    await cancelled.stream.cancel();
    for (const { onEnd, passed } of [left, cancelled]) {
      expect(onEnd).toHaveBeenCalledOnce();
      expect(passed()).toMatchObject({ ending: "left", isWhole: false });
    }
    expect(one.cancel).toHaveBeenCalledOnce();
    expect(two.cancel).toHaveBeenCalledOnce();
  });

  it("are let go of when the host stays and reads nothing more", async () => {
    const { body, cancel } = silentAfter("x");
    const { stream, onEnd, passed } = passing(body, { timeoutMs: 30 });
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(passed()).toMatchObject({ ending: "left", isWhole: false, answerBytes: 1 });
    expect(cancel).toHaveBeenCalledOnce();
    await expect(stream.getReader().read()).rejects.toThrow(/nobody read on/);
  });

  it("are not let go of while the host reads slowly, nor told of twice", async () => {
    const pieces = Array.from({ length: 6 }, () => bytesOf("x"));
    const { stream, onEnd, passed } = passing(streamOf(pieces), { timeoutMs: 200 });
    const reader = stream.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) await sleep(60);
    expect(passed()).toMatchObject({ ending: "whole", answerBytes: 6 });
    await sleep(250);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("are let go of at once for a host that had gone before", async () => {
    const { body, cancel } = silentAfter("x");
    const { onEnd, passed } = passing(body, { signal: AbortSignal.abort() });
    expect(onEnd).toHaveBeenCalledOnce();
    expect(passed()).toMatchObject({ ending: "left", isWhole: false, answerBytes: 0 });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("are all passed and in part kept where they are very many", async () => {
    const megabyte = new Uint8Array(1024 * 1024);
    const { stream, passed } = passing(streamOf(Array.from({ length: 9 }, () => megabyte)));
    expect((await new Response(stream).arrayBuffer()).byteLength).toBe(9 * megabyte.length);
    expect(passed()).toMatchObject({ ending: "whole", isWhole: false, answerBytes: 9 * megabyte.length });
    expect(passed()?.bytes.byteLength).toBe(8 * megabyte.length);
  });

  it("are kept up to the first piece that is too much, with no gap in them", async () => {
    const [small, huge] = [new Uint8Array(10), new Uint8Array(9 * 1024 * 1024)];
    const { stream, passed } = passing(streamOf([small, huge, small]));
    await new Response(stream).arrayBuffer();
    expect(passed()).toMatchObject({ answerBytes: huge.length + 20, isWhole: false });
    expect(passed()?.bytes.byteLength).toBe(10);
  });
});
