import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryLog } from "@/lib/testing/sessions/skill-sessions";
import { TextWriter } from "./text-writer";

const texts = (log: MemoryLog) =>
  log.events().flatMap((event) => (event.type === "text" ? [event.payload.text] : []));

describe("TextWriter", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("writes the first piece at once and gathers the next ones for less than 250 ms", async () => {
    const log = new MemoryLog();
    const writer = new TextWriter(log, 1, (text) => text.length);
    writer.add("One ");
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(log)).toEqual(["One "]);
    for (const piece of ["two ", "three ", "four "]) {
      writer.add(piece);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(texts(log)).toEqual(["One "]);
    await vi.advanceTimersByTimeAsync(50);
    expect(texts(log)).toEqual(["One ", "two three four "]);
  });

  it("writes a burst without waiting, and the rest when it is flushed", async () => {
    const log = new MemoryLog();
    const writer = new TextWriter(log, 1, () => 1);
    writer.add("a");
    writer.add("b".repeat(5_000));
    writer.add("c");
    await writer.flush();
    expect(texts(log).map((text) => text.length)).toEqual([1, 5_000, 1]);
    await writer.flush();
    expect(texts(log)).toHaveLength(3);
  });

  it("writes nothing after a failed write, and says so at the next piece and at the end", async () => {
    const log = { append: vi.fn().mockRejectedValue(new Error("lost")) };
    const writer = new TextWriter(log, 1, () => 1);
    writer.add("a");
    await vi.advanceTimersByTimeAsync(0);
    expect(() => writer.add("b")).toThrow("lost");
    await expect(writer.flush()).rejects.toThrow("lost");
    expect(log.append).toHaveBeenCalledTimes(1);
  });
});
