import { afterEach, describe, expect, it, vi } from "vitest";
import { takeWireSlots } from "./wire-slots";

const asking = (bytes: number | null, signal = new AbortController().signal) =>
  new Request("http://greenroom.test/", {
    method: "POST",
    headers: bytes === null ? {} : { "content-length": String(bytes) },
    body: "x",
    signal,
  });
const gone = () => {
  const leaving = new AbortController();
  leaving.abort();
  return leaving.signal;
};
const long = 9 * 1024 * 1024;
const busy = { name: "WireError", kind: "busy", retryAfterSeconds: 5 };

let made = 0;
const aKey = () => {
  made += 1;
  return `key-${made}`;
};

afterEach(() => vi.useRealTimers());

describe("turns of a key", () => {
  it("are sixteen at once, and one that ends lets the next one begin", async () => {
    const key = aKey();
    const ends = await Promise.all(Array.from({ length: 16 }, () => takeWireSlots(key, asking(10))));
    await expect(takeWireSlots(key, asking(10, gone()))).rejects.toMatchObject(busy);
    const waiting = takeWireSlots(key, asking(10));
    ends.pop()?.();
    (await waiting)();
    for (const end of ends) end();
    for (const end of ends) end();
  });

  it("are two for long bodies, and for those that do not say how long they are", async () => {
    const key = aKey();
    const ends = [await takeWireSlots(key, asking(long)), await takeWireSlots(key, asking(null))];
    await expect(takeWireSlots(key, asking(long, gone()))).rejects.toMatchObject(busy);
    ends.push(await takeWireSlots(key, asking(10)));
    for (const end of ends) end();
    (await takeWireSlots(key, asking(long)))();
  });

  it("give back what they took when another is not to be had", async () => {
    const key = aKey();
    const held = await Promise.all([long, long].map((bytes) => takeWireSlots(key, asking(bytes))));
    for (let time = 0; time < 20; time += 1)
      await expect(takeWireSlots(key, asking(long, gone()))).rejects.toMatchObject(busy);
    const short = await Promise.all(Array.from({ length: 14 }, () => takeWireSlots(key, asking(10))));
    for (const end of [...held, ...short]) end();
  });

  it("are nobody else's", async () => {
    const key = aKey();
    const ends = await Promise.all(Array.from({ length: 16 }, () => takeWireSlots(key, asking(10))));
    (await takeWireSlots(aKey(), asking(10)))();
    for (const end of ends) end();
  });

  it("are not waited for without an end", async () => {
    vi.useFakeTimers();
    const key = aKey();
    const ends = await Promise.all(Array.from({ length: 16 }, () => takeWireSlots(key, asking(10))));
    const waiting = expect(takeWireSlots(key, asking(10))).rejects.toMatchObject(busy);
    await vi.advanceTimersByTimeAsync(30_001);
    await waiting;
    for (const end of ends) end();
  });
});
