import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { PayloadOf, RunOutcome } from "@/lib/runtime/events";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { type RunActions, RunActionsContext } from "../runs/run-actions";
import { activatedNothing, groupTurns } from "./transcript";
import { TranscriptRowView } from "./transcript-row";

type Response = PayloadOf<"model-step">["response"];
const nothing = () => {};
const actionsWith = (repeat: (runId: string) => void, closedReason?: string): RunActions => ({
  edit: nothing,
  replay: nothing,
  fork: nothing,
  rate: nothing,
  keepAsTest: nothing,
  conversation: "c",
  compareHref: () => "",
  recordingHref: () => "",
  feedback: [],
  closedReason,
  repeat,
});

function showEnd(outcome: RunOutcome, actions: RunActions | null) {
  const log = new SessionLog();
  log.add("run-started");
  log.add("run-finished", { outcome, error: { code: "NO_ANSWER", message: "The provider went away." } });
  return showLast(log, actions);
}

function showLast(log: SessionLog, actions: RunActions | null) {
  const [turn] = groupTurns(log.events);
  const row = turn?.rows.at(-1);
  if (!turn || !row) throw new Error("There is no row.");
  render(
    <RunActionsContext value={actions}>
      <TranscriptRowView row={row} run={turn.start} viewerId={ines.id} selected={false} onSelect={nothing} />
    </RunActionsContext>,
  );
  return turn.runId;
}

describe("the end of a run", () => {
  it("has the way to try again beside it when the run failed", async () => {
    const again: string[] = [];
    const runId = showEnd(
      "failed",
      actionsWith((run) => again.push(run)),
    );
    expect(screen.getByText("Failed: The provider went away.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(again).toEqual([runId]);
  });

  it.each<[string, Partial<Response>, RegExp]>([
    [
      "refused",
      { finishReason: "content-filter", providerReason: "refusal" },
      /^The model refused, .*“refusal”/,
    ],
    [
      "was cut off",
      { finishReason: "length", providerReason: "max_tokens" },
      /^The answer was cut off at about 20 tokens/,
    ],
    ["said nothing", { content: [] }, /^The answer is empty/],
    ["was broken off", { finishReason: "interrupted" }, /^The answer is unfinished/],
  ])("says that the model %s though the run is done, and offers another try", async (_, response, words) => {
    const log = new SessionLog();
    log.add("run-started");
    const content: Response["content"] = [{ type: "text", text: "It is", tokens: 2 }];
    log.add("model-step", { response: { content, finishReason: "stop", ...response } });
    log.add("run-finished");
    const again: string[] = [];
    const runId = showLast(
      log,
      actionsWith((run) => again.push(run)),
    );
    expect(screen.getByText(words)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(again).toEqual([runId]);
  });

  it("says why nothing can be tried again in a closed conversation", async () => {
    const again: string[] = [];
    showEnd(
      "stopped",
      actionsWith((run) => again.push(run), "It is a recording."),
    );
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(again).toEqual([]);
  });

  it("offers nothing where nobody acts on runs", () => {
    showEnd("failed", null);
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  });
});

describe("activatedNothing", () => {
  const turnOf = (add: (log: SessionLog) => void, isOver = true) => {
    const log = new SessionLog();
    log.add("run-started");
    add(log);
    if (isOver) log.add("run-finished");
    const [turn] = groupTurns(log.events);
    if (!turn) throw new Error("There is no turn.");
    return activatedNothing(turn);
  };

  it("is so of a turn that is over, had skills, and has none of them in its prompt for it", () => {
    expect(turnOf((log) => log.add("catalogue-injected"))).toBe(true);
    expect(turnOf((log) => log.add("catalogue-injected"), false)).toBe(false);
    expect(turnOf((log) => log.add("skill-activated"))).toBe(false);
    expect(turnOf((log) => log.add("skill-reactivated"))).toBe(false);
    expect(turnOf((log) => log.add("skill-already-active"))).toBe(false);
    expect(turnOf((log) => log.add("catalogue-injected", { mode: "eager" }))).toBe(false);
    expect(turnOf((log) => log.add("catalogue-injected", { mode: "preload" }))).toBe(true);
  });

  it("is not so of an agent without skills", () => {
    const log = new SessionLog();
    log.add("run-started", { offered: [] });
    log.add("run-finished");
    expect(groupTurns(log.events).map(activatedNothing)).toEqual([false]);
  });
});
