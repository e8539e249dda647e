import { afterEach, expect, it, vi } from "vitest";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { inDownloadSlot } from "./limit-downloads";
import { sendBytes } from "./send-bytes";

const large = new Uint8Array(1024 * 1024).fill(1);
const limit = (each: number, all: number) => {
  globalThis.greenroomDownloadSlots = new ConcurrencySlots({ each, all, waiting: 0, waitMs: 0 });
};
afterEach(() => {
  globalThis.greenroomDownloadSlots = undefined;
  vi.restoreAllMocks();
});

const request = (signal?: AbortSignal) =>
  new Request("http://greenroom.test/", signal === undefined ? {} : { signal });
const bytes = (content: Uint8Array<ArrayBuffer> = large) =>
  new Response(sendBytes(content), { headers: { "content-length": String(content.byteLength) } });
const ask = (who: string, { answer = async () => bytes(), signal = new AbortController().signal } = {}) =>
  inDownloadSlot(who, request(signal), answer);
const ownRefusal = { code: "TOO_MANY_REQUESTS", retryAfterSeconds: 3 };

it("lets one machine have so many under way, and says when to come back", async () => {
  limit(2, 10);
  const [first] = [await ask("a"), await ask("a")];
  await expect(ask("a")).rejects.toMatchObject(ownRefusal);
  expect((await ask("b")).status).toBe(200);
  expect(new Uint8Array(await first.arrayBuffer())).toEqual(large);
  expect((await ask("a")).status).toBe(200);
});

it("has an end for all together", async () => {
  limit(2, 3);
  for (const who of ["a", "b", "c"]) await ask(who);
  await expect(ask("d")).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 3 });
});

it("gives the slot back for what is small, empty or failed", async () => {
  limit(1, 1);
  await ask("a", { answer: async () => bytes(new Uint8Array(100)) });
  await ask("a", { answer: async () => new Response(null, { status: 304 }) });
  const failed = ask("a", { answer: () => Promise.reject(new Error("no database")) });
  await expect(failed).rejects.toThrow("no database");
  expect((await ask("a")).status).toBe(200);
});

it("gives it back when the reader leaves, by the body or by the connection", async () => {
  limit(1, 1);
  await (await ask("a")).body?.cancel();
  await vi.waitFor(() => ask("a", { answer: async () => bytes(new Uint8Array(1)) }));
  const leaving = new AbortController();
  const { body } = await ask("a", { signal: leaving.signal });
  await expect(ask("a")).rejects.toMatchObject(ownRefusal);
  leaving.abort();
  await vi.waitFor(() => ask("a", { answer: async () => bytes(new Uint8Array(1)) }));
  await expect(new Response(body).arrayBuffer()).rejects.toThrow();
});

it("ends what is read too slowly: a minute, and a second for each 20 kB", async () => {
  limit(1, 1);
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
  const { body } = await ask("a");
  expect(timeout).toHaveBeenCalledWith(Math.ceil(60_000 + large.byteLength / 20));
  time.abort(new Error("too slow"));
  await vi.waitFor(() => ask("a", { answer: async () => bytes(new Uint8Array(1)) }));
  await expect(new Response(body).arrayBuffer()).rejects.toThrow("too slow");
});
