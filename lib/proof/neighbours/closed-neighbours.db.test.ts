import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeAccess } from "@/lib/library/commands/change-access";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { giveVerdict } from "@/lib/reviews/commands/give-verdict";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { getReview } from "@/lib/reviews/get-review";
import { getReviewProof } from "@/lib/reviews/get-review-proof";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aNeighbourhood, carryOutNeighbours, choosesGreedy } from "@/lib/testing/proof/neighbours";
import { startNeighbourRuns } from "../commands/start-neighbour-runs";
import { getSuiteRunDetail } from "../queries";
import { getRunPool } from "../reports/get-run-pool";
import { getRunReport } from "../reports/get-run-report";
import { getTrial, listRunCases, listTrials } from "../trials/trial-queries";
import { estimateNeighbourRuns } from "./estimate-neighbour-runs";

const { db } = testDatabase();

const close = (context: Context, skill: string) =>
  changeAccess(context, { skill, baseRevision: 0, people: { members: [], groups: [] }, agents: null });

/** The runs of a neighbour have ended; a reviewer, who sees both skills so far, and an admin look at them. */
async function ranBeside() {
  const context = await aContext(db);
  const { skill, neighbour, agent } = await aNeighbourhood(context);
  const { open } = choosesGreedy();
  const asked = { skill, agent, repeats: 1 };
  await startNeighbourRuns(context, asked, open);
  await carryOutNeighbours(context, open);
  const reviewer = await aColleague(context, "reviewer", "Omar");
  return { context, reviewer, skill, neighbour, asked, open };
}

describe("a neighbour that is not open to who reads", () => {
  it("is not named in a review's proof, and counts in its policy all the same", async () => {
    const { context, reviewer, skill, neighbour } = await ranBeside();
    const proof = {
      triggers: null,
      effect: false,
      kappa: null,
      neighbours: true,
      maxAgeDays: null,
      model: null,
    };
    await changePolicy(context, { proof });
    const { number } = await requestReview(context, { skill, title: "Greedy" });
    const see = async (person: Context) => JSON.stringify(await getReviewProof(person, { number }));
    const rule = async (person: Context) =>
      (await getReview(person, { number })).publication.rules.find((one) => one.rule === "neighbours");
    expect(await see(reviewer)).toContain(neighbour);
    const { digest, shown } = await getReviewProof(context, { number });
    const note = "A case is lost.";
    await giveVerdict(await aColleague(context, "reviewer"), {
      number,
      kind: "changes_requested",
      digest,
      note,
      seen: shown,
    });
    const looked = async (person: Context) =>
      (await getReview(person, { number })).verdicts.flatMap(({ runs }) => runs.map(({ skill }) => skill));
    expect(await looked(reviewer)).toContain(neighbour);
    const before = await rule(reviewer);
    expect(before?.message).toContain(neighbour);

    await close(context, neighbour);
    expect(await see(context)).toContain(neighbour);
    expect(await rule(context)).toEqual(before);
    expect(await see(reviewer)).not.toContain(neighbour);
    expect(await getReviewProof(reviewer, { number })).toMatchObject({ neighbours: [], shown: [] });
    expect(await looked(reviewer)).not.toContain(neighbour);
    expect(await looked(context)).toContain(neighbour);
    const after = await rule(reviewer);
    expect(after).toMatchObject({ met: before?.met, count: before?.count });
    // How many, and none of its cases.
    expect(before?.message).toContain("“");
    expect(after?.message).toMatch(/^closed skill 1 loses \d+ cases?\./);
    expect(after?.message).not.toContain("“");
  });

  it("is not run, and nothing is said of it", async () => {
    const { context, reviewer, neighbour, asked, open } = await ranBeside();
    expect(JSON.stringify(await estimateNeighbourRuns(reviewer, asked, open))).toContain(neighbour);
    await close(context, neighbour);
    for (const work of [estimateNeighbourRuns, startNeighbourRuns])
      await expect(work(reviewer, asked, open)).rejects.toMatchObject({
        code: "UNPROCESSABLE",
        message: expect.stringMatching(
          /is not open to you: an admin, or somebody to whom it is open, can run it/,
        ),
      });
  });
});

describe("a skill that is not open to who reads a run of another one", () => {
  it("is among what nobody is told was offered, and goes by no name in figures, cases and reports", async () => {
    const { context, reviewer, skill, neighbour } = await ranBeside();
    const asked = { skill: neighbour, number: 1 };
    const read = async (person: Context) => ({
      detail: await getSuiteRunDetail(person, asked),
      cases: await listRunCases(person, asked),
      trials: await listTrials(person, asked),
      report: (await getRunReport(person, { ...asked, format: "benchmark" })).text,
      pool: (await getRunPool(person, asked)).figures,
    });
    const before = await read(reviewer);
    expect(before.detail.offered.map((one) => one.skill)).toContain(skill);
    expect(before.detail.figures[0]?.confusion.names).toContain(skill);

    await close(context, skill);
    const { detail, cases, trials, report, pool } = await read(reviewer);
    expect(detail.offered.map((one) => one.skill)).toEqual([neighbour]);
    expect(detail.figures[0]?.confusion.names).toContain("closed skill 1");
    expect(pool[0]?.confusion.names).toContain("closed skill 1");
    for (const shown of [detail.figures, cases, trials, pool])
      expect(JSON.stringify(shown)).not.toContain(skill);
    expect(report).not.toContain(skill);
    expect(await read(context)).toEqual(before);
  });

  it("keeps the log of a trial, which says word for word what the model was sent, from them", async () => {
    const { context, reviewer, skill, neighbour } = await ranBeside();
    const asked = { skill: neighbour, number: 1 };
    const [trial] = (await listTrials(context, asked)).items;
    const read = async (person: Context) =>
      (await getTrial(person, { ...asked, trial: trial?.id ?? "" })).events;
    expect(JSON.stringify(await read(reviewer))).toContain(skill);
    await close(context, skill);
    expect(await read(reviewer)).toEqual([]);
    expect(JSON.stringify(await read(context))).toContain(skill);
  });
});
