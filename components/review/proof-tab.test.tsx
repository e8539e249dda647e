import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { anEstimate, aSuiteRun } from "@/components/proof/fixtures/suite-shapes";
import { aVersionSummary } from "@/lib/testing/browser/skill-shapes";
import { at, openProofTab as open, rowsOf } from "./fixtures/open-proof-tab";
import { aModel, anEffectProof, aReviewProof, aTriggerHost, aTriggerProof } from "./fixtures/proof-shapes";

const ownTable = "Suites of exactly these bytes, against the published version";

afterEach(() => vi.unstubAllGlobals());

describe("the proof of the bytes under review", () => {
  it("says each figure with its interval beside the published one, what moved, and the verdict in a word", async () => {
    open();
    expect(await rowsOf(ownTable)).toEqual([
      expect.stringMatching(
        /^Triggers recall, Standard.*0\.40.*0\.87 \[0\.62, 0\.96\]8 gained, 1 lost, p = 0\.02Improved14 and 1 more/,
      ),
      expect.stringMatching(/^Triggers precision, Standard.*0\.75.*0\.93 \[0\.69, 0\.99\]/),
      expect.stringMatching(
        /^Tasks with the skill over without, Standard.*\+0\.104 won, 1 lost of 16 tasksNot shown16/,
      ),
    ]);
    expect(screen.getByRole("region", { name: "On exactly these bytes" })).toHaveTextContent(
      "9f3c1ab, 4 runs of these bytes, all counted; 1 of them deleted; run 17 goes on",
    );
    const [link] = screen.getAllByRole("link", { name: "14 and 1 more" });
    expect(link).toHaveAttribute("href", "/w/meridian/skills/incident-triage/proof/14");
  });

  it.each([
    [{ word: "scripted" as const }, "Scripted, no verdict"],
    [{ word: "invalid" as const }, "Invalid measurement"],
    [{ word: "too-few" as const }, "Too few cases to judge"],
    [{ against: null }, "Nothing to compare with"],
  ])("says why %o is no verdict", async (host, word) => {
    const { own } = aReviewProof();
    open(
      aReviewProof({
        own: { ...own, triggers: [aTriggerProof({ hosts: [aTriggerHost(host)] })], effects: [] },
      }),
    );
    expect((await rowsOf(ownTable))[0]).toContain(word);
  });

  it("tells two models apart that one connection asked", async () => {
    const { own } = aReviewProof();
    const before = { ...aModel, address: "opus", asks: "opus-4 of anthropic" };
    const triggers = [aTriggerProof(), aTriggerProof({ model: before, runs: [11] })];
    open(aReviewProof({ own: { ...own, triggers, effects: [] } }));
    const rows = await rowsOf(ownTable);
    expect(rows[0]).toContain("Sonnet (sonnet-5 of anthropic), On-call");
    expect(rows[2]).toContain("Sonnet (opus-4 of anthropic), On-call");
  });

  it("says what was broken off and counts, and what was judged despite its self-check", async () => {
    const { own } = aReviewProof();
    const faulty = aTriggerProof({ runs: [14], brokenOff: [15], hosts: [aTriggerHost({ isFaulty: true })] });
    const effects = [
      { ...anEffectProof({ word: "improved" }), isBrokenOff: true },
      { ...anEffectProof({ word: "worse" }), number: 18, isBrokenOff: true },
    ];
    open(aReviewProof({ own: { ...own, triggers: [faulty], effects } }));
    const rows = await rowsOf(ownTable);
    expect(rows[0]).toMatch(/Judged despite its self-check14 and 1 more/);
    expect(rows[2]).toContain("Broken off");
    expect(rows[3]).toContain("Worse");
  });

  it("says how old the answers are that count, and which were measured with an earlier catalogue", async () => {
    const { own } = aReviewProof();
    const ages = { oldest: "2026-09-28T07:00:00.000Z", newest: "2026-11-23T07:00:00.000Z", kept: 12, of: 45 };
    const earlier = aTriggerHost({ laterCatalogue: ["the agent", "log-query"] });
    const triggers = [aTriggerProof({ answers: ages }), aTriggerProof({ runs: [9], hosts: [earlier] })];
    const judge = { name: "Large", judged: 4, labels: 34, needed: 30, isCalibrated: true, kappa: 0.61 };
    const text = "judged by Large, kappa 0.61 (34 labels, base rate 58 %)";
    const effects = [{ ...anEffectProof(), judge: { ...judge, text } }];
    open(aReviewProof({ own: { ...own, triggers, effects } }));
    const rows = await rowsOf(ownTable);
    expect(rows[4]).toContain(text);
    expect(rows[0]).toContain("answers of 2026-09-28 to 2026-11-23, 12 of 45 kept");
    expect(rows[2]).toContain("Not counted: the agent and 1 more changed since");
  });

  it("names golden tasks that failed before anything else of the tasks", async () => {
    const { own } = aReviewProof();
    const effects = [anEffectProof({ word: "improved", goldenFailed: ["Pages the owner"] })];
    open(aReviewProof({ own: { ...own, triggers: [], effects } }));
    expect((await rowsOf(ownTable))[0]).toContain("1 golden task failed");
  });

  it("says what was not run on these bytes, and runs it from here", async () => {
    const { own } = aReviewProof();
    open(
      aReviewProof({
        own: {
          ...own,
          triggers: [],
          effects: [],
          others: [],
          counted: { all: 0, deleted: 0, unread: { trigger: 0, effect: 0 } },
        },
      }),
    );
    expect(await screen.findByText("The trigger suite: not run on these bytes.")).toBeVisible();
    expect(screen.getByText("The tasks: not run on these bytes.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Run the suite" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "Run the tasks" })).toBeEnabled();
  });

  it.each([
    ["one that was tried alone", [aVersionSummary({ number: 6 })], true],
    ["a first version", [], false],
  ] as const)(
    "runs the tasks beside what is published, as the policy asks: %s",
    async (_, versions, isBeside) => {
      const { user, serve, sent } = open(aReviewProof(), {}, "reviewer", [...versions]);
      serve({
        "POST /skills/incident-triage/suite-runs/estimate": anEstimate(),
        "POST /skills/incident-triage/suite-runs": aSuiteRun({ number: 18 }),
      });
      await user.click(await screen.findByRole("button", { name: "Run the tasks" }));
      const dialog = within(await screen.findByRole("dialog", { name: "Run the tasks" }));
      const arm = dialog.getByRole("checkbox", {
        name: isBeside ? /^Try v6 beside/ : /^Try the published version beside/,
      });
      expect(arm).toHaveProperty("checked", isBeside);
      const run = () => dialog.getByRole("button", { name: "Run, at most $2.00" });
      await waitFor(() => expect(run()).not.toHaveAttribute("aria-disabled", "true"));
      await user.click(run());
      await waitFor(() =>
        expect(
          sent.findLast(({ call }) => call === "POST /skills/incident-triage/suite-runs")?.body,
        ).toMatchObject({ suite: "effect", source: { follows: "draft" }, approved: isBeside }),
      );
    },
  );

  it("says that there is nothing to run, and runs nothing more once the review has ended", async () => {
    const { own } = aReviewProof();
    const none = { ...own, has: { trigger: false, effect: false }, triggers: [], effects: [] };
    open(aReviewProof({ own: none, neighbours: [] }), { endedAt: at });
    expect(await screen.findByText(/has neither cases nor tasks in these bytes/)).toBeVisible();
    const link = screen.getByRole("link", { name: "its Proof page" });
    expect(link).toHaveAttribute("href", "/w/meridian/skills/incident-triage/proof");
    expect(screen.getByText(/there is nothing that it could be seen to take/)).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
