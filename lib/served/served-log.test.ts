import { describe, expect, it } from "vitest";
import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { NewEvent } from "@/lib/runtime/events";
import { bytesInContext } from "@/lib/runtime/read-resource";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { aRunStarted } from "@/lib/testing/sessions/skill-sessions";
import { ServedLog } from "./served-log";

const place = { sessionId: "s", traceId: "t", now: () => new Date("2026-11-23T10:00:00.000Z") };

describe("ServedLog", () => {
  it("numbers what it adds after what was there, turn by turn, and ends each once", async () => {
    const log = new ServedLog([], place);
    await log.endTurn();
    expect(log.added).toEqual([]);
    await log.startTurn("first");
    await log.append({ type: "run-started", payload: aRunStarted("Hi") });
    await log.startTurn("second");
    await log.append({ type: "run-started", payload: aRunStarted("And now?") });
    await log.endTurn();
    await log.endTurn();
    expect(log.events().map(({ seq, type, turn, runId }) => [seq, type, turn, runId])).toEqual([
      [1, "run-started", 1, "first"],
      [2, "run-finished", 1, "first"],
      [3, "run-started", 2, "second"],
      [4, "run-finished", 2, "second"],
    ]);
  });

  it("goes on where a log was left, and keeps apart what it adds", async () => {
    const before = new ServedLog([], place);
    await before.startTurn("first");
    await before.append({ type: "run-started", payload: aRunStarted("Hi") });
    const log = new ServedLog(before.events(), { ...place, traceId: "later" });
    await log.endTurn();
    expect(log.added.map(({ seq, runId, traceId }) => [seq, runId, traceId])).toEqual([
      [2, "first", "later"],
    ]);
    expect(before.events()).toHaveLength(1);
  });

  it("shows the runtime no text and no receipt of what several conversations were told, and keeps all of it", async () => {
    const told = new SessionLog();
    told.add("run-started");
    const tools = [{ tool: "page", definition: { name: "pager__page", description: "", inputSchema: {} } }];
    const activated = told.add("skill-activated", { tools, toolTokens: 9 });
    told.add("resource-read");
    const held: number[] = [];
    const again = (receipts: readonly unknown[]): NewEvent => {
      held.push(receipts.length);
      return { type: activated.type, payload: activated.payload };
    };
    const { skill, textSha256, tokens } = activated.payload;
    const receipt = { skillId: skill.skillId, textSha256, arguments: "", tokens };
    for (const isShared of [false, true]) {
      const log = new ServedLog(told.events, { ...place, isShared });
      const seen = log.forRuntime();
      expect(bytesInContext(seen.events(), skill.skillId)).toBe(isShared ? 0 : 2 * "The text.".length);
      expect(assemblePrompt(seen.events()).tools.map(({ name }) => name)).toEqual(["pager__page"]);
      expect((await seen.appendActivation(receipt, again)).seq).toBe(4);
      expect(log.events().at(1)).toEqual(activated);
      expect(log.added).toMatchObject([{ type: "skill-activated", payload: { result: "The text." } }]);
    }
    expect(held).toEqual([1, 0]);
  });
});
