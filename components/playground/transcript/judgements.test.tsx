import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Feedback } from "@/lib/sessions/schema";
import { type RunActions, RunActionsContext } from "../runs/run-actions";
import { Judgements } from "./judgements";

const [run, other, ines, jo] = ["1", "2", "3", "4"].map(
  (digit) => `0190a000-0000-7000-8000-00000000000${digit}`,
);
const nothing = () => {};

function open(feedback: Feedback[]) {
  const actions: RunActions = {
    edit: nothing,
    repeat: nothing,
    replay: nothing,
    fork: nothing,
    rate: nothing,
    keepAsTest: nothing,
    compareHref: () => "",
    recordingHref: () => "",
    feedback,
    closedReason: undefined,
  };
  render(
    <RunActionsContext value={actions}>
      <Judgements runId={run ?? ""} />
    </RunActionsContext>,
  );
}

const thumb = (changes: Partial<Feedback>): Feedback => ({
  runId: run ?? "",
  verdict: "up",
  reason: "",
  updatedAt: "2026-11-21T10:00:00.000Z",
  person: { id: ines ?? "", name: "Ines" },
  ...changes,
});

it("says who found this run's answer good or bad, and why", () => {
  open([
    thumb({ reason: "Right tone." }),
    thumb({ person: { id: jo ?? "", name: "Jo" }, verdict: "down", reason: "Too long." }),
    thumb({ runId: other ?? "", reason: "Of another run." }),
  ]);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Ines, good: Right tone.",
    "Jo, bad: Too long.",
  ]);
});

it("says nothing of a thumb without a reason", () => {
  open([thumb({})]);
  expect(screen.queryByRole("list")).toBeNull();
});
