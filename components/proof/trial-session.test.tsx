import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { TrialSession } from "./trial-session";

const call = { type: "tool-call" as const, id: "1", toolName: "activate_skill", input: {}, tokens: 4 };

/** A session whose last step is this one. */
function show(isDecided: boolean, response: { content: (typeof call)[]; finishReason: string }) {
  const log = new SessionLog();
  log.add("run-started");
  log.add("model-step", { response });
  log.add("skill-activated");
  log.add("run-finished", { outcome: "done", error: null });
  render(
    <InWorkspace>
      <TrialSession events={log.events} viewerId={ines.id} isDecided={isDecided} />
    </InWorkspace>,
  );
}

const known = "The trial ended here: what it was to find out is known.";
const broken = "The run ended at a call of the model's that was not answered.";

describe("the end of a trial's session", () => {
  it("warns of nothing where the model was asked for all that had to be known", () => {
    show(true, { content: [call], finishReason: "tool-calls" });
    expect(screen.getByText(known)).toBeVisible();
    expect(screen.queryByText(broken)).toBeNull();
  });

  it("says what is wrong where nothing was found out", () => {
    show(false, { content: [call], finishReason: "tool-calls" });
    expect(screen.getByText(broken)).toBeVisible();
    expect(screen.queryByText(known)).toBeNull();
  });

  it("says that an answer is empty, decided or not", () => {
    show(true, { content: [], finishReason: "stop" });
    expect(screen.getByText(/The answer is empty/)).toBeVisible();
    expect(screen.queryByText(known)).toBeNull();
  });
});

it("opens an event below the session, and closes it again", async () => {
  const user = userEvent.setup();
  show(true, { content: [call], finishReason: "tool-calls" });
  const row = screen.getByRole("button", { name: /Activated/ });
  await user.click(row);
  expect(await screen.findByText(/skill-activated/)).toBeVisible();
  await user.click(row);
  expect(screen.queryByText(/skill-activated/)).toBeNull();
});
