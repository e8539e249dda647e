import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ada, openProofTab as open, rowsOf } from "./fixtures/open-proof-tab";
import { aNeighbour, aReviewProof } from "./fixtures/proof-shapes";

const neighbourTable = "Suites of the neighbours, beside these bytes";

afterEach(() => vi.unstubAllGlobals());

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
