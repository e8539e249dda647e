import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
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
    conversation: "c",
    compareHref: () => "",
    recordingHref: () => "",
    feedback,
    closedReason: undefined,
  };
  render(
    <InWorkspace>
      <RunActionsContext value={actions}>
        <Judgements runId={run ?? ""} />
      </RunActionsContext>
    </InWorkspace>,
  );
}

const thumb = (changes: Partial<Feedback>): Feedback => ({
  runId: run ?? "",
  verdict: "up",
  reason: "",
  activation: null,
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
    expect.stringMatching(/^Ines, good: Right tone\. .+/),
    expect.stringMatching(/^Jo, bad: Too long\. .+/),
  ]);
});

it("says nothing of a thumb without a reason", () => {
  open([thumb({})]);
  expect(screen.queryByRole("list")).toBeNull();
});

it("says what a message should have done with a skill, and offers to make a case of it", async () => {
  const activation = { skill: "pdf-tools", expected: false };
  open([thumb({ verdict: "down", activation })]);
  expect(await screen.findByRole("button", { name: "Add to its trigger suite" })).toBeVisible();
  expect(screen.getByRole("listitem")).toHaveTextContent(
    /^Ines, bad: pdf-tools should not have been activated\. Add to its trigger suite/,
  );
});
