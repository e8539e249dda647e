import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aTrial, suitePath as one, openProof as open, runPath } from "./fixtures/open-proof";
import { aCase, anEstimate, aSuiteRun, asListed, proportion, someFigures } from "./fixtures/suite-shapes";

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");

afterEach(() => vi.unstubAllGlobals());

describe("the result of a run", () => {
  it("begins with the word, then says recall and precision as text with their interval", async () => {
    open();
    const result = await screen.findByRole("region", { name: "Result" });
    expect(result).toHaveTextContent(/^No verdict yet/);
    const row = within(result).getByRole("row", { name: /Standard/ });
    expect(row).toHaveTextContent("0.75 6/8[0.41, 0.93]0.86 6/7[0.49, 0.97]");
    expect(screen.getByRole("region", { name: "Cost" })).toHaveTextContent(
      "$0.26 of $2.00 cap$0.26 of $2.00189 of 216 answers kept from run 12: the bytes sent are the same, 27 asked",
    );
  });

  it("lists the cases that are not right first, each with its trials", async () => {
    open();
    const table = await screen.findByRole("table", { name: "Cases, not right first, by Standard" });
    expect(rowsOf(table)).toEqual([
      expect.stringMatching(/^2Search slow.*Stolen by log-query0\/3/),
      expect.stringMatching(/^3Kiosk.*Missed1\/3/),
      expect.stringMatching(/^1Is the SMS.*Right3\/3/),
      expect.stringMatching(/^4Tell me a joke.*nothingRight2\/2 right, 1 invalid/),
    ]);
  });

  it.each([
    ["scripted", /^Scripted, no verdict.*asked no language model/],
    ["too-few", /^Too few cases to judge.*12 cases measured: no word of judgement under 10/],
    ["invalid", /^Invalid measurement.*Nothing here can be trusted/],
  ] as const)("says why %s is no judgement", async (word, said) => {
    open({ run: aSuiteRun({ figures: [someFigures({ verdict: { word } })] }) });
    expect(await screen.findByRole("region", { name: "Result" })).toHaveTextContent(said);
  });

  it("warns when nothing fired in the whole run, before any figure, and names what was left out", async () => {
    const invalid = [{ reason: "provider-error" as const, trials: 4, message: "529 Overloaded" }];
    open({ run: aSuiteRun({ figures: [someFigures({ nothingFired: true, invalid })] }) });
    const result = await screen.findByRole("region", { name: "Result" });
    expect(result).toHaveTextContent(/^Nothing fired in the whole run.*3 cases expected one/);
    expect(result).toHaveTextContent(
      "4 trials invalid, left out: the provider failed4 × the provider failed: 529 Overloaded",
    );
  });

  it("says what flipped when the same bytes were repeated", async () => {
    const aa = { of: 12, compared: 4, flipped: 1, share: proportion(1, 4, 0.05, 0.7), cases: [] };
    open({ run: aSuiteRun({ aa, repeatOf: 12 }) });
    expect(await screen.findByRole("region", { name: "Result" })).toHaveTextContent(
      "The same bytes as run 12: 1 of 4 cases flipped, 0.25 [0.05, 0.70].",
    );
  });

  it("puts an earlier run of a published version beside it, as rings and as moved cases", async () => {
    const source = { follows: "version" as const, version: 6, revision: null };
    const before = asListed(aSuiteRun({ number: 9, digest: "e".repeat(64), source }));
    open({
      answers: {
        [`GET ${one}/suite-runs`]: { items: [asListed(aSuiteRun()), before], nextCursor: null },
        [`GET ${one}/suite-runs/9/cases`]: {
          items: [
            aCase(1, "Is the SMS provider down?", { standard: ["missed"] }),
            aCase(2, "Search slow since noon, anything in the logs?", { standard: ["right"] }),
          ],
          nextCursor: null,
        },
      },
    });
    expect(await screen.findByText(/1 gained, 1 lost, in the cases that both have/)).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "Over v6" })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Search slow/ })).toHaveTextContent("lost");
    expect(screen.getByRole("row", { name: /Is the SMS/ })).toHaveTextContent("gained");
  });
});

describe("the ways through a result", () => {
  it("shows what is not right alone, and the cases of a cell of the matrix", async () => {
    const { user } = open();
    await screen.findByRole("button", { name: "Is the SMS provider down?" });
    await user.click(screen.getByRole("button", { name: "Not right 2" }));
    expect(rowsOf(screen.getByRole("table", { name: /not right first/ }))).toHaveLength(2);
    expect(window.location.search).toBe("?show=not-right");
    await user.click(
      screen.getByRole("button", {
        name: /^Expected incident-triage, activated log-query: *3 *trials *\+2 *also activated$/,
      }),
    );
    expect(screen.getByText(/1 shown: expected/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(rowsOf(screen.getByRole("table", { name: /not right first/ }))).toHaveLength(2);
  });

  it("walks with J and K, opens the recorded session, and chooses a trial by its number", async () => {
    const { user, read } = open();
    await screen.findByRole("button", { name: "Is the SMS provider down?" });
    const panel = await screen.findByRole("complementary", { name: "Recorded session" });
    expect(await within(panel).findByText("Start narrow.")).toBeVisible();
    expect(panel).toHaveTextContent(/Stolen by log-query.*right in 0 of 3 trials/);
    expect(panel).toHaveTextContent("run 12, kept in run 14");
    await user.keyboard("2");
    await waitFor(() => expect(window.location.search).toBe("?trial=2"));
    expect(within(panel).getByRole("button", { name: "Trial 2, Stolen" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(read.filter(({ call }) => call.includes("/trials/"))).toHaveLength(2);
    await user.keyboard("j");
    expect(window.location.search).toBe("?case=c3");
    expect(screen.getByRole("button", { name: "Kiosk printers are offline" })).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(panel).toHaveFocus());
  });

  it("says how many answers of a trial were kept where others were asked for", async () => {
    const trial = { ...aTrial(), calls: { asked: 1, kept: 1 } };
    open({ answers: { [`GET ${runPath}/trials/${trial.id}`]: trial } });
    const panel = await screen.findByRole("complementary", { name: "Recorded session" });
    expect(await within(panel).findByText("run 14, 1 of 2 answers kept from run 12")).toBeVisible();
  });

  it("shows the case that the address names", async () => {
    open({ search: "?case=c3" });
    const panel = await screen.findByRole("complementary", { name: "Recorded session" });
    expect(panel).toHaveTextContent(/^Case 3/);
  });
});

describe("a run that goes on", () => {
  const progress = { total: 12, queued: 5, running: 1, done: 5, invalid: 1 };

  it("counts its trials, and stops", async () => {
    const run = aSuiteRun({ state: "running", endedAt: null, progress, figures: [someFigures()] });
    const { user, sent } = open({ run, answers: { [`POST ${runPath}/stop`]: run } });
    const cost = await screen.findByRole("region", { name: "Cost" });
    expect(cost).toHaveTextContent(/^6 of 12 trials/);
    await user.click(within(cost).getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([`POST ${runPath}/stop`]));
    expect(screen.getByRole("button", { name: "Repeat (A/A)" })).toHaveAttribute("aria-disabled", "true");
  });

  it("repeats the same bytes when it is over", async () => {
    const { user, sent, push } = open({
      answers: {
        [`POST ${one}/suite-runs`]: aSuiteRun({ number: 15 }),
        [`POST ${one}/suite-runs/estimate`]: anEstimate(),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Repeat (A/A)" }));
    const dialog = await screen.findByRole("dialog", { name: "Repeat run 14 (A/A)" });
    expect(await within(dialog).findByText("$0.8 to $1.60")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Repeat, at most $2.00" }));
    await waitFor(() => expect(push).toHaveBeenCalledWith("/w/meridian/skills/incident-triage/proof/15"));
    expect(sent.at(-1)?.body).toEqual({ repeatOf: 14, capUsd: 2 });
  });
});

describe("the runs of a suite", () => {
  it("name the host that each recall is of", async () => {
    const run = aSuiteRun({
      dialects: [
        { id: "standard", name: "Standard", mode: "inline" },
        { id: "codex", name: "Codex", mode: "inline" },
      ],
    });
    open({ run, search: "?tab=runs" });
    expect(await screen.findByRole("row", { name: /Run 14/ })).toHaveTextContent(
      "in Standard, first of 2 hosts",
    );
  });
});

describe("a suite that did not run", () => {
  it("offers to write the first cases, or to collect them, and makes none up", async () => {
    const { user } = open({ run: null, suite: { cases: [] } });
    expect(
      await screen.findByRole("heading", { name: "Is this skill found when it should be?" }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Collect them in the playground" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Run suite" })).toHaveAccessibleDescription(
      "Write at least one case first.",
    );
    await user.click(screen.getByRole("button", { name: "Write the first cases" }));
    expect(await screen.findByRole("button", { name: "Add a case" })).toBeVisible();
    expect(window.location.search).toBe("?tab=edit");
  });

  it("says how many cases wait", async () => {
    open({ run: null });
    expect(await screen.findByRole("heading", { name: "4 cases, not run yet" })).toBeVisible();
  });

  it("says why it cannot be shown, with a way to try again", async () => {
    open({
      answers: {
        [`GET ${one}/suites/trigger`]: Response.json(
          { status: 500, code: "INTERNAL", title: "It broke." },
          { status: 500 },
        ),
      },
    });
    expect(
      await screen.findByRole("heading", { name: "The trigger suite could not be shown" }),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});
