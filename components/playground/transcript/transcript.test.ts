import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns, runningTurn } from "./transcript";

describe("groupTurns", () => {
  it("keeps message, skill events and answers in the order of the log", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("catalogue-injected");
    log.add("text", { step: 1, text: "Looking. " });
    log.add("model-step", { step: 1 });
    log.add("skill-activated");
    log.add("text", { step: 2, text: "SEV" });
    log.add("text", { step: 2, text: "2." });
    log.add("model-step", { step: 2, durationMs: 80 });
    log.add("run-finished");
    const [turn] = groupTurns(log.events);
    expect(turn?.rows.map((row) => row.kind)).toEqual(["message", "event", "answer", "event", "answer"]);
    expect(turn?.rows.at(-1)).toMatchObject({ text: "SEV2.", state: "done", seq: 8, seqs: [6, 7, 8] });
    expect(turn?.end?.seq).toBe(9);
  });

  it("shows the catalogue again only when its text is another one", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("catalogue-injected");
    log.add("run-finished");
    log.add("run-started");
    log.add("catalogue-injected", { unchangedSinceSeq: 2 });
    log.add("run-finished");
    const [first, second] = groupTurns(log.events);
    expect(first?.rows.map((row) => row.kind)).toEqual(["message", "event"]);
    expect(second?.rows.map((row) => row.kind)).toEqual(["message"]);
  });

  it.each([
    ["stopped", "Stopped. What was written until then is kept."],
    ["interrupted", "Interrupted: the server that ran it went away. What was written until then is kept."],
  ] as const)("keeps the text of a run that was %s and says so", (outcome, message) => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("text", { text: "Half a sen" });
    log.add("run-finished", { outcome });
    const [turn] = groupTurns(log.events);
    expect(turn?.rows).toMatchObject([
      { kind: "message" },
      { kind: "answer", text: "Half a sen", state: "cut", seq: 2 },
      { kind: "ending", outcome, message },
    ]);
  });

  it("says that a model answered nothing, and nothing of a run that asked none", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("model-step", { step: 1 });
    log.add("run-finished");
    log.add("run-started");
    log.add("run-finished");
    const [silent, unasked] = groupTurns(log.events);
    expect(silent?.rows.at(-1)).toMatchObject({
      kind: "ending",
      outcome: "done",
      answer: "empty",
      message: "The answer is empty: the model ended without a word (“stop”).",
    });
    expect(unasked?.rows.map(({ kind }) => kind)).toEqual(["message"]);
  });

  it("says why a run failed", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("run-finished", { outcome: "failed", error: { code: "x", message: "No key for this model." } });
    expect(groupTurns(log.events)[0]?.rows.at(-1)).toMatchObject({
      message: "Failed: No key for this model.",
    });
  });

  it("gives finished exchanges back as they are", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("run-finished");
    log.add("run-started");
    const before = groupTurns(log.events);
    log.add("text");
    const after = groupTurns(log.events, before);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[1]?.rows).toHaveLength(2);
  });

  it("keeps every row of a growing exchange but the one that grew", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("skill-activated");
    log.add("text", { step: 1, text: "One. " });
    log.add("model-step", { step: 1 });
    log.add("text", { step: 2, text: "Tw" });
    const [before] = groupTurns(log.events);
    log.add("text", { step: 2, text: "o." });
    const [grown] = groupTurns(log.events, before ? [before] : []);
    expect(grown?.rows.map((row, at) => row === before?.rows[at])).toEqual([true, true, true, false]);
    expect(grown?.rows.at(-1)).toMatchObject({ text: "Two.", state: "writing" });
    log.add("run-finished", { outcome: "stopped" });
    const [ended] = groupTurns(log.events, grown ? [grown] : []);
    expect(ended?.rows.map((row, at) => row === grown?.rows[at])).toEqual([true, true, true, false, false]);
    expect(ended?.rows.at(-2)).toMatchObject({ text: "Two.", state: "cut" });
  });

  it("knows the run that goes on", () => {
    const log = new SessionLog();
    expect(runningTurn(groupTurns(log.events))).toBeNull();
    log.add("run-started");
    log.add("text");
    expect(runningTurn(groupTurns(log.events))?.turn).toBe(1);
    log.add("run-finished");
    expect(runningTurn(groupTurns(log.events))).toBeNull();
  });
});
