import { describe, expect, it } from "vitest";
import type { PayloadOf } from "@/lib/runtime/events";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns } from "../transcript/transcript";
import { promptOf, stepFor } from "./model-steps";

const request = (throughSeq: number): PayloadOf<"model-step">["request"] => ({
  throughSeq,
  sha256: "",
  messages: 1,
  tokens: 1,
});

function aTurn() {
  const log = new SessionLog();
  log.add("run-started", { message: "Hello" });
  log.add("catalogue-injected");
  log.add("model-step", { step: 1, request: request(2) });
  log.add("skill-activated", { result: "<skill/>" });
  log.add("text", { step: 2 });
  log.add("model-step", { step: 2, request: request(4) });
  log.add("run-finished");
  const [turn] = groupTurns(log.events);
  if (!turn) throw new Error("no turn");
  const stepAt = (seq: number) => stepFor(turn, log.events[seq - 1])?.payload.step;
  return { log, turn, stepAt };
}

describe("stepFor", () => {
  it("finds the first request that carried what is selected", () => {
    const { stepAt } = aTurn();
    expect([1, 2, 4].map(stepAt)).toEqual([1, 1, 2]);
  });

  it("finds the step that wrote a piece of text, and the last one for the end", () => {
    const { stepAt, turn } = aTurn();
    expect([3, 5, 6, 7].map(stepAt)).toEqual([1, 2, 2, 2]);
    expect(stepFor(turn, undefined)?.payload.step).toBe(2);
  });

  it("has none while the first step is being written", () => {
    const log = new SessionLog();
    log.add("run-started");
    const text = log.add("text");
    const [turn] = groupTurns(log.events);
    expect(turn && stepFor(turn, text)).toBeNull();
  });
});

describe("promptOf", () => {
  it("holds what was there when the step was sent, and nothing later", () => {
    const { log, turn } = aTurn();
    const first = promptOf(log.events, turn, stepFor(turn, log.events[0]));
    expect(first.messages.map(({ role }) => role)).toEqual(["user"]);
    const now = promptOf(log.events, turn, null);
    expect(JSON.stringify(now)).toContain("<skill/>");
  });
});
