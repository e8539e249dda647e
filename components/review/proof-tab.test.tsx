import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { anEstimate, aSuiteRun } from "@/components/proof/fixtures/suite-shapes";
import type { Role } from "@/lib/access/permissions";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { Review, ReviewProof } from "@/lib/reviews/review-schema";
import { aSkillDetail, aVersionSummary } from "@/lib/testing/skill-shapes";
import {
  aModel,
  aNeighbour,
  anEffectProof,
  aReviewProof,
  aTriggerHost,
  aTriggerProof,
  proofDigest,
} from "./fixtures/proof-shapes";
import { ProofTab } from "./proof-tab";

const ada = { id: "0190a000-0000-7000-8000-000000000001", name: "Ada" };
const at = "2026-11-21T10:00:00.000Z";
const review: Review = {
  number: 31,
  title: "Quote the severity row",
  skill: { id: ada.id, name: "incident-triage" },
  standing: "in-review",
  requestedBy: ada,
  reviewers: [],
  baseVersion: 6,
  publishedVersion: null,
  openThreads: 0,
  approvals: { given: 0, needed: 1 },
  createdAt: at,
  updatedAt: at,
  description: "",
  draft: {
    revision: 42,
    digest: proofDigest,
    modesRevision: 0,
    findingsRevision: 0,
    updatedBy: ada,
    updatedAt: at,
  },
  authors: [ada],
  verdicts: [],
  rehearsals: [],
  publication: {
    revision: 42,
    digest: proofDigest,
    findingsRevision: 0,
    baseVersion: 6,
    newestVersion: 6,
    authors: [ada],
    approvals: [],
    rules: [],
    met: true,
    mayPublish: true,
    mayBypass: false,
    dismissRefusal: null,
    review: 31,
  },
  endedAt: null,
  endedBy: null,
  may: { edit: true, comment: true, approve: true, approveRefusal: null, publish: true },
};

const onCall = { slug: "on-call", name: "On-call" };

function open(
  proof: ReviewProof = aReviewProof(),
  over: Partial<Review> = {},
  role: Role = "reviewer",
  versions: SkillDetail["versions"] = [],
) {
  return openPage(<ProofTab workspace="meridian" review={{ ...review, ...over }} />, {
    role,
    answers: {
      "GET /reviews/31/proof": proof,
      "GET /skills/incident-triage": aSkillDetail({
        agents: [{ ...onCall, follows: "latest", label: null, version: null, enabled: true }],
        versions,
      }),
      "GET /agents": { items: [onCall] },
      "GET /models": { items: [] },
    },
  });
}

const rowsOf = async (name: string) =>
  within(await screen.findByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");
const ownTable = "Suites of exactly these bytes, against the published version";
const neighbourTable = "Suites of the neighbours, beside these bytes";

afterEach(() => vi.unstubAllGlobals());

describe("the proof of the bytes under review", () => {
  it("says each figure with its interval beside the published one, what moved, and the verdict in a word", async () => {
    open();
    expect(await rowsOf(ownTable)).toEqual([
      expect.stringMatching(
        /^Triggers recall, Standard.*0\.40.*0\.87 \[0\.62, 0\.96\]8 gained, 1 lost, p 0\.020Improved14 and 1 more/,
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
    open(aReviewProof({ own: { ...own, triggers, effects: [] } }));
    const rows = await rowsOf(ownTable);
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
    expect(screen.getByText(/there is nothing that it could be seen to take/)).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the neighbours", () => {
  it("are lines with what each had and has, and each lost case is one of its own with its session", async () => {
    open();
    expect(await rowsOf(neighbourTable)).toEqual([
      expect.stringMatching(
        /^status-updateTomás Rey.*1110121 case lost|^status-updateTomás Rey.*11.*10.*12.*1 case lost/,
      ),
      expect.stringMatching(
        /^Right before, now stolen by incident-triage“First public line for the login outage”sessionTomás Rey told/,
      ),
      expect.stringMatching(/^log-queryTomás Rey.*Not run beside these bytes/),
    ]);
    expect(screen.getByText("1 of 2 lost a case")).toBeVisible();
    expect(screen.getByRole("link", { name: "session" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/status-update/proof/3?case=c7&host=standard",
    );
  });

  it("say when nobody could be told, and when there is nothing to compare with", async () => {
    const [pair] = aNeighbour().pairs;
    if (!pair) throw new Error("The neighbour has a pair of runs.");
    open(
      aReviewProof({
        neighbours: [
          aNeighbour({ maintainers: [], toldAt: null }),
          aNeighbour({ skillId: ada.id, skill: "log-query", pairs: [{ ...pair, before: null, lost: [] }] }),
        ],
      }),
    );
    const rows = await rowsOf(neighbourTable);
    expect(rows[1]).toContain("No maintainer to tell");
    expect(rows[2]).toContain("Nothing to compare with");
  });

  it("say with which agent nothing can be taken from them, why, and where they never fire", async () => {
    const [pair] = aNeighbour().pairs;
    const [host] = pair?.hosts ?? [];
    if (!pair || !host) throw new Error("The neighbour has a pair of runs.");
    const why = "It is for people alone.";
    const agent = { slug: "on-call", name: "On-call assistant" };
    const silent = { ...pair, lost: [], hosts: [{ ...host, word: "invalid" as const, neverFires: true }] };
    const faulty = { ...pair, run: 4, lost: [], hosts: [{ ...host, isFaulty: true }] };
    const aside = { unmeasurable: [{ agent, why }], pairs: [] };
    open(
      aReviewProof({
        neighbours: [aNeighbour(aside), aNeighbour({ skillId: ada.id, pairs: [silent, faulty] })],
      }),
    );
    const rows = await rowsOf(neighbourTable);
    expect(rows[0]).toMatch(/On-call assistantNot asked for: It is for people alone\.$/);
    expect(rows[1]).toContain("Never activated: nothing to lose");
    expect(rows[2]).toContain("Same, its suite has faults");
  });

  it("say what a run saw lost that was broken off", async () => {
    const [pair] = aNeighbour().pairs;
    if (!pair) throw new Error("The neighbour has a pair of runs.");
    open(aReviewProof({ neighbours: [aNeighbour({ pairs: [{ ...pair, isBrokenOff: true }] })] }));
    expect((await rowsOf(neighbourTable))[0]).toMatch(/Standard, broken off.*1 case lost/);
  });

  it("say that what was lost may be another change's, and count it to nobody", async () => {
    const [pair] = aNeighbour().pairs;
    if (!pair) throw new Error("The neighbour has a pair of runs.");
    const alsoChanged = ["runbook-writer", "the agent"];
    open(aReviewProof({ neighbours: [aNeighbour({ toldAt: null, pairs: [{ ...pair, alsoChanged }] })] }));
    const rows = await rowsOf(neighbourTable);
    expect(rows[0]).toContain("Unclear: runbook-writer and 1 more changed too");
    expect(rows[1]).toContain("This may be another change’s: runbook-writer and 1 more changed since");
    expect(screen.getByText("0 of 1 lost a case")).toBeVisible();
  });

  it("are run with one agent, at a price that is said before", async () => {
    const { user, serve, sent } = open();
    serve({
      "POST /skills/incident-triage/neighbour-runs/estimate": {
        runs: 2,
        trials: 72,
        calls: { low: 72, high: 144 },
        usd: { low: 0.2, high: 0.4 },
        minutes: { low: 1, high: 3 },
        scripted: true,
        asksLive: true,
        neighbours: [{ skill: "status-update", cases: 12, problems: [] }],
      },
      "POST /skills/incident-triage/neighbour-runs": {
        started: [{ skill: "status-update", number: 3, beside: "draft" }],
        refused: [],
      },
    });
    await user.click(await screen.findByRole("button", { name: "Run the neighbours" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Run the neighbours" }));
    expect(await dialog.findByText(/2 runs, 72 trials, 72 to 144 calls, at most \$0\.4\b/)).toBeVisible();
    expect(dialog.getByText(/never a verdict; the live model is paid all the same/)).toBeVisible();
    await user.click(dialog.getByRole("checkbox", { name: /^Ask everything anew/ }));
    await user.click(dialog.getByRole("button", { name: "Run, at most $2.00 each" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const started = sent.filter(({ call }) => call === "POST /skills/incident-triage/neighbour-runs");
    expect(started).toMatchObject([{ body: { agent: "on-call", capUsd: 2, anew: true } }]);
  });
});
