import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Estimate } from "@/lib/proof/schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { aSkillDetail } from "@/lib/testing/browser/skill-shapes";
import { anEstimate, aSuiteRun } from "./fixtures/suite-shapes";
import { RunDialog } from "./run-dialog";

const runs = "/skills/incident-triage/suite-runs";

function open(estimate: Partial<Estimate> = {}, answers: Answers = {}) {
  const close = vi.fn();
  const skill = aSkillDetail({
    agents: [
      {
        slug: "on-call",
        name: "On-call assistant",
        follows: "latest",
        label: null,
        version: null,
        enabled: true,
      },
    ],
  });
  const page = openPage(<RunDialog skill={skill} close={close} />, {
    answers: {
      "GET /agents": { items: [{ slug: "on-call", name: "On-call assistant" }], nextCursor: null, total: 1 },
      "GET /models": { items: [] },
      [`POST ${runs}/estimate`]: anEstimate(estimate),
      [`POST ${runs}`]: aSuiteRun({ number: 15 }),
      ...answers,
    },
  });
  return { ...page, close };
}

const costs = () => screen.findByRole("region", { name: "What it costs" });

afterEach(() => vi.unstubAllGlobals());

describe("the dialog before a run", () => {
  it("says calls, tokens, price and minutes before anything is asked of a model", async () => {
    open();
    const cost = await costs();
    await waitFor(() => expect(cost).toHaveTextContent("$0.8 to $1.60"));
    expect(cost).toHaveTextContent(
      /Trials72: 24 cases, 1 host.*Calls72 to 144.*at most 262,000 and 9,400.*2 to 5 minutes/,
    );
    expect(screen.getByRole("button", { name: "Run, at most $2.00" })).toBeVisible();
  });

  it("starts what was chosen, and leads to it", async () => {
    const { user, sent, push, close } = open();
    const dialog = await screen.findByRole("dialog", { name: "Run the trigger suite" });
    await user.click(within(dialog).getByRole("checkbox", { name: "Codex" }));
    await user.click(within(dialog).getByRole("checkbox", { name: /^Ask everything anew/ }));
    const cap = within(dialog).getByRole("textbox", { name: "Cap, US dollars" });
    await user.clear(cap);
    await user.type(cap, "0.50");
    const run = () => within(dialog).getByRole("button", { name: "Run, at most $0.50" });
    await waitFor(() => expect(run()).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(run());
    await waitFor(() => expect(push).toHaveBeenCalledWith("/w/meridian/skills/incident-triage/proof/15"));
    expect(sent.findLast(({ call }) => call === `POST ${runs}`)?.body).toEqual({
      suite: "trigger",
      source: { follows: "draft" },
      agent: "on-call",
      dialects: ["codex"],
      repeats: 3,
      wholeMatrix: false,
      anew: true,
      capUsd: 0.5,
    });
    expect(close).toHaveBeenCalled();
  });

  it("starts nothing while the price that is shown is another choice's", async () => {
    let answer: (estimate: Estimate) => void = () => {};
    const dear = new Promise<Estimate>((resolve) => {
      answer = resolve;
    });
    const { user, sent } = open(
      {},
      {
        [`POST ${runs}/estimate`]: ({ body }: { body: unknown }) =>
          JSON.stringify(body).includes('"capUsd":null') ? dear : anEstimate(),
      },
    );
    await waitFor(async () => expect(await costs()).toHaveTextContent("$0.8 to $1.60"));
    await user.clear(screen.getByRole("textbox", { name: "Cap, US dollars" }));
    const run = () => screen.getByRole("button", { name: "Run" });
    expect(run()).toHaveAccessibleDescription(/being worked out/);
    await user.click(run());
    const estimates = [`POST ${runs}/estimate`, `POST ${runs}/estimate`];
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(estimates));
    answer(anEstimate({ usd: { low: 50, high: 100 } }));
    await waitFor(async () => expect(await costs()).toHaveTextContent("$50.00 to $100.00"));
    await waitFor(() => expect(run()).not.toHaveAttribute("aria-disabled", "true"));
  });

  it("says that a scripted run costs nothing and is no verdict", async () => {
    open({ scripted: true, usd: { low: 0, high: 0 } });
    await waitFor(async () => expect(await costs()).toHaveTextContent(/\$0Trials.*never a verdict/));
  });

  it("says what a live model costs behind a router that follows rules, and that it is no verdict", async () => {
    open({ scripted: true, asksLive: true, usd: { low: 1, high: 2 }, kept: null });
    await waitFor(async () =>
      expect(await costs()).toHaveTextContent(
        /\$1\.00 to \$2\.00Trials.*never a verdict.*paid for.*are kept/,
      ),
    );
  });

  it("warns where a host cuts the description, and where no price is known", async () => {
    open({ usd: null, cutIn: [{ dialect: "codex", sent: 181, of: 229 }] });
    await waitFor(async () =>
      expect(await costs()).toHaveTextContent(/Price not known.*Codex sends 181 of 229 characters/),
    );
  });

  it("does not start what the estimate says cannot start, nor what is filled in wrongly", async () => {
    const { user } = open({ problems: ["The model is archived."] });
    await waitFor(async () => expect(await costs()).toHaveTextContent("The model is archived."));
    expect(screen.getByRole("button", { name: /^Run, at most/ })).toHaveAccessibleDescription(
      "The model is archived.",
    );
    const repeats = screen.getByRole("textbox", { name: "Trials per case and host" });
    await user.clear(repeats);
    expect(screen.getByRole("button", { name: "Run" })).toHaveAccessibleDescription(/from 1 to 20/);
  });

  it("shows why a start was refused, and stays open", async () => {
    const { user, close } = open(
      {},
      { [`POST ${runs}`]: refusal(409, "CONFLICT", "20 runs go on already.") },
    );
    await waitFor(async () => expect(await costs()).toHaveTextContent("$0.8"));
    await user.click(screen.getByRole("button", { name: "Run, at most $2.00" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("20 runs go on already.");
    expect(close).not.toHaveBeenCalled();
  });
});
