import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { Feedback } from "@/lib/sessions/schema";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { RateDialog } from "./rate-dialog";

afterEach(() => vi.unstubAllGlobals());

type Options = { activated?: string[]; verdict?: Feedback["verdict"]; mine?: Feedback; role?: Role };

function open({ activated = [], verdict = "down", mine, role = "author" }: Options = {}) {
  const log = new SessionLog();
  const start = log.add("run-started");
  const offered = start.payload.offered.map(({ name }) => name);
  const base = `/conversations/${start.conversationId}/runs/${start.runId}`;
  const onClose = vi.fn();
  const page = openPage(
    <RateDialog start={start} activated={activated} verdict={verdict} mine={mine} onClose={onClose} />,
    {
      role,
      answers: {
        [`PUT ${base}/feedback`]: {},
        [`POST ${base}/test-case`]: { skill: offered[0], revision: 3, paths: ["evals/trigger-eval.json"] },
      },
    },
  );
  const [skill = ""] = offered;
  return { ...page, base, skill, onClose, runId: start.runId };
}

it("keeps that a skill should have been activated, and its message as a case, with the keyboard alone", async () => {
  const { user, sent, base, skill, onClose } = open();
  await user.selectOptions(await screen.findByLabelText("Skills"), `${skill} should have been activated`);
  expect(screen.getByRole("checkbox", { name: /^Add the message to its trigger suite/ })).toBeChecked();
  screen.getByLabelText("Why").focus();
  await user.keyboard("Nobody looked.");
  screen.getByRole("button", { name: "Keep" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ call, body }) => [call, body])).toEqual([
    [
      `PUT ${base}/feedback`,
      { verdict: "down", reason: "Nobody looked.", activation: { skill, expected: true } },
    ],
    [`POST ${base}/test-case`, { skill, shouldTrigger: true }],
  ]);
  expect(onClose).toHaveBeenCalled();
});

it("says of what was activated that it should not have been, and leaves the suite alone when told so", async () => {
  const first = open();
  const { skill } = first;
  first.unmount();
  const { user, sent } = open({ activated: [skill] });
  await user.selectOptions(await screen.findByLabelText("Skills"), `${skill} should not have been activated`);
  await user.click(screen.getByRole("checkbox", { name: /^Add the message to its trigger suite/ }));
  await user.click(screen.getByRole("button", { name: "Keep" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ verdict: "down", reason: "", activation: { skill, expected: false } });
});

it("asks nothing of skills for a good answer, and offers no case to whoever may not edit", async () => {
  const good = open({ verdict: "up" });
  expect(screen.queryByLabelText("Skills")).toBeNull();
  good.unmount();
  const { user, skill, sent } = open({ role: "viewer" });
  await user.selectOptions(await screen.findByLabelText("Skills"), `${skill} should have been activated`);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Keep" }));
  await waitFor(() => expect(sent).toHaveLength(1));
});

it("begins with what this person said before", async () => {
  const first = open();
  const { skill, runId } = first;
  first.unmount();
  const activation = { skill, expected: true };
  const at = "2026-11-23T07:00:00.000Z";
  open({ mine: { runId, person: ines, verdict: "down", reason: "Late.", activation, updatedAt: at } });
  expect(await screen.findByLabelText("Skills")).toHaveDisplayValue(`${skill} should have been activated`);
  expect(screen.getByLabelText("Why")).toHaveValue("Late.");
});
