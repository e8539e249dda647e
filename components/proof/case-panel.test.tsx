import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SuiteRunState } from "@/lib/proof/proof-options";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { CasePanel } from "./case-panel";
import { aCase, aSuiteRun } from "./fixtures/suite-shapes";

const query = "Is the SMS provider down?";

function open(
  one: CaseResult,
  { answer = null, state = "done" }: { answer?: unknown; state?: SuiteRunState } = {},
) {
  const trial = one.hosts[0]?.trials[0];
  return openPage(
    <CasePanel
      skill="incident-triage"
      run={aSuiteRun({ state })}
      one={one}
      dialect="standard"
      onDialect={vi.fn()}
      repeat={1}
      onRepeat={vi.fn()}
      mayEdit={false}
      onEdit={vi.fn()}
    />,
    { answers: { [`GET /skills/incident-triage/suite-runs/14/trials/${trial?.id}`]: answer } },
  );
}

const inState = (state: "running" | "invalid", outcomes: Parameters<typeof aCase>[2]): CaseResult => {
  const one = aCase(1, query, outcomes);
  return {
    ...one,
    hosts: one.hosts.map((host) => ({ ...host, trials: host.trials.map((trial) => ({ ...trial, state })) })),
  };
};

afterEach(() => vi.unstubAllGlobals());

describe("a trial without a session", () => {
  it("shows its message and that it goes on, and asks for nothing, while it runs", async () => {
    const { read } = open(inState("running", { standard: [null] }), { state: "running" });
    expect(await screen.findByText(query)).toBeVisible();
    expect(screen.getByText("This trial goes on. Its session shows when it has ended.")).toBeVisible();
    expect(read.filter(({ call }) => call.includes("/trials/"))).toEqual([]);
  });

  it("is not said to wait in a run that has ended", async () => {
    open(aCase(1, query, { standard: [null] }), { state: "stopped" });
    expect(await screen.findByText("The run ended before this trial did.")).toBeVisible();
  });

  it("shows its message and why it is invalid when its server ended", async () => {
    const one = inState("invalid", { standard: ["invalid"] });
    const { hosts: _, ...tried } = one;
    const invalid = { reason: "server-ended", message: "The server ended three times in it." };
    const answer = {
      ...one.hosts[0]?.trials[0],
      dialect: "standard",
      arm: "found",
      leftOut: null,
      grades: [],
      case: "c1",
      by: null,
      activatedBy: null,
      calls: { asked: 0, kept: 0 },
      tokens: { input: 0, output: 0, cached: 0 },
      costUsd: null,
      durationMs: null,
      endedAt: null,
      tried,
      task: null,
      events: [],
      invalid,
    };
    open(one, { answer });
    expect(
      await screen.findByText("Of this trial there is no session. Sessions are kept for 90 days."),
    ).toBeVisible();
    expect(screen.getByText(query)).toBeVisible();
    expect(screen.getByText(/the server ended in it/)).toHaveTextContent(
      "The server ended three times in it.",
    );
  });
});
