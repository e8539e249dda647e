import { describe, expect, it } from "vitest";
import type { NewEvent } from "@/lib/runtime/events";
import { ScriptWriter } from "./script-writer";

function aWriter(append: (event: NewEvent) => Promise<unknown> = async () => {}, mostBytes = 1_000) {
  const events: NewEvent[] = [];
  const log = {
    append: async (event: NewEvent) => {
      events.push(structuredClone(event));
      await append(event);
      return 1;
    },
  };
  const writer = new ScriptWriter(log as never, "call-1", mostBytes);
  const say = (text: string, stream: "stdout" | "stderr" = "stdout") =>
    writer.add({ kind: "output", stream, text });
  return { events, writer, say };
}

describe("ScriptWriter", () => {
  it("writes what comes together as one event, in order", async () => {
    const { events, writer, say } = aWriter();
    writer.add({ kind: "began" });
    writer.add({ kind: "command", line: "python3 a.py" });
    say("a");
    say("b");
    say("c", "stderr");
    await writer.end();
    expect(events).toEqual([
      {
        type: "script-output",
        payload: {
          callId: "call-1",
          pieces: [
            { stream: "command", text: "python3 a.py" },
            { stream: "stdout", text: "ab" },
            { stream: "stderr", text: "c" },
          ],
        },
      },
    ]);
  });

  it("holds back while a write is under way, and loses nothing", async () => {
    let go = () => {};
    const { events, writer, say } = aWriter(() => new Promise<void>((resolve) => (go = resolve)));
    say("a");
    await expect.poll(() => events.length, { timeout: 5_000 }).toBe(1);
    for (let at = 0; at < 50; at += 1) say("b");
    const ended = writer.end();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(events).toHaveLength(1);
    go();
    await expect.poll(() => events.length).toBe(2);
    go();
    await ended;
    expect(events[1]).toMatchObject({ payload: { pieces: [{ text: "b".repeat(50) }] } });
  });

  it("keeps no more than its bytes of each stream", async () => {
    const { events, writer, say } = aWriter(undefined, 3);
    say("abc");
    say("d");
    say("e", "stderr");
    await writer.end();
    expect(events).toMatchObject([
      {
        payload: {
          pieces: [
            { stream: "stdout", text: "abc" },
            { stream: "stderr", text: "e" },
          ],
        },
      },
    ]);
  });

  it("tells at the end that a write failed, and not while the script goes on", async () => {
    const { writer, say } = aWriter(() => Promise.reject(new Error("gone")));
    say("a");
    await new Promise((resolve) => setTimeout(resolve, 300));
    say("b");
    await expect(writer.end()).rejects.toThrow("gone");
  });

  it("writes nothing of a script that tells nothing", async () => {
    const { events, writer } = aWriter();
    await writer.end();
    expect(events).toEqual([]);
  });
});
