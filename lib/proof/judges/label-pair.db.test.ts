import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { pdfSkill } from "@/lib/testing/proof/effect-runs";
import { aJudge, decides, judgedTasks, judgesRightly, tryJudged } from "@/lib/testing/proof/judges";
import { deleteSuiteRun } from "../commands/delete-suite-run";
import { labelPair } from "../commands/label-pair";
import { getSuiteRunDetail, listSuiteRuns } from "../queries";
import type { LabelWord } from "./labelling-schema";
import { listJudgements } from "./list-judgements";
import { listLabelPairs } from "./list-label-pairs";

allowLocalServers();
const { db } = testDatabase();
const skill = pdfSkill.name;

async function allPairs(context: Context, number: number) {
  const pairs = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listLabelPairs(context, { skill, number, limit: 7, ...(cursor ? { cursor } : {}) });
    pairs.push(...page.items);
    if (page.nextCursor === null) return pairs;
    cursor = page.nextCursor;
  }
}

/** What a person says who knows the right word. */
const rightly = ({ first, second }: { first: string; second: string }): LabelWord =>
  first.includes("RIGHT") === second.includes("RIGHT") ? "tie" : first.includes("RIGHT") ? "first" : "second";

describe("pairs to be labelled", () => {
  it("are all that the judge compared, once each, and tell neither the arm nor its word", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run } = await tryJudged(context, { tasks: judgedTasks(9) });
    const { number } = run;
    const pairs = await allPairs(context, number);
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(18);
    expect(pairs).toHaveLength(18);
    for (const pair of pairs) {
      expect(Object.keys(pair).toSorted()).toEqual(["criterion", "first", "id", "label", "second", "task"]);
      const [right, wrong] = [pair.first, pair.second].toSorted();
      expect(right).toMatch(/^It is RIGHT, of \d+\.$/);
      expect(wrong).toBe("No idea.");
      expect(pair).toMatchObject({ criterion: "It names the ink.", label: null });
    }
    // Which stands first follows from nothing that is shown: both happen.
    expect(new Set(pairs.map(({ first }) => first === "No idea.")).size).toBe(2);
  });

  it("that one has labelled stand behind those that one has not, with one's own word", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run } = await tryJudged(context, { tasks: judgedTasks(2) });
    const { number } = run;
    const [one] = await allPairs(context, number);
    await labelPair(context, { skill, number, pair: one?.id ?? "", label: "second" });
    const mine = await allPairs(context, number);
    expect(mine.map(({ label }) => label)).toEqual([null, null, null, "second"]);
    expect(mine.at(-1)?.id).toBe(one?.id);
    const other = await aColleague(context, "viewer");
    expect((await allPairs(other, number)).map(({ label }) => label)).toEqual([null, null, null, null]);
  });

  it("are none where graders told the answers apart or the bytes are the same", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run } = await tryJudged(context, {
      tasks: judgedTasks(1),
      behave: () => ({ text: "The same." }),
    });
    expect(await allPairs(context, run.number)).toEqual([]);
  });

  it("are of the workspace alone, and of runs with a judge", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run, again } = await tryJudged(context, {
      tasks: judgedTasks(1, () => ({
        graders: [
          { kind: "contains", text: "i" },
          { kind: "judge", criterion: "It names the ink." },
        ],
      })),
    });
    const elsewhere = await aContext(db);
    await expect(listLabelPairs(elsewhere, { skill, number: run.number })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const bare = await again({ judge: null });
    await expect(listLabelPairs(context, { skill, number: bare.number })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await listJudgements(context, { skill, number: bare.number })).items).toEqual([]);
  });
});

describe("a label", () => {
  it("counts from the thirtieth on: kappa, labels and base rate stand beside the run, in lists too", async () => {
    const context = await aContext(db);
    // Right of most; of tasks 1 and 2 it prefers the other one.
    await aJudge(context, (shown, request) =>
      /Task [12]:/.test(shown.prompt)
        ? judgesRightly({ ...shown, first: shown.second, second: shown.first }, request)
        : judgesRightly(shown, request),
    );
    const { run } = await tryJudged(context, { tasks: judgedTasks(15) });
    const { number } = run;
    const pairs = await allPairs(context, number);
    expect(pairs).toHaveLength(30);
    for (const [at, pair] of pairs.entries()) {
      const { calibration } = await labelPair(context, {
        skill,
        number,
        pair: pair.id,
        label: rightly(pair),
      });
      expect(calibration.labels).toBe(at + 1);
      expect(calibration.isCalibrated).toBe(at === 29);
    }
    const { judge } = await getSuiteRunDetail(context, { skill, number });
    expect(judge?.calibration).toMatchObject({
      labels: 30,
      pairs: 30,
      people: 1,
      agreement: 26 / 30,
      baseRate: 1,
    });
    expect(judge?.calibration.text).toBe("judged by Judge, kappa 0.00 (30 labels, base rate 100 %)");
    const { items } = await listSuiteRuns(context, { skill });
    expect(items[0]?.judge?.calibration.text).toBe(judge?.calibration.text);
    expect(judge?.calibration.baseRates).toEqual([
      { label: "loss", person: 0, judge: 4 / 30 },
      { label: "win", person: 1, judge: 26 / 30 },
    ]);
  });

  it("is one of each person and pair, is in the audit, and says how far two people agree", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run } = await tryJudged(context, { tasks: judgedTasks(2) });
    const { number } = run;
    const pairs = await allPairs(context, number);
    const other = await aColleague(context, "viewer");
    for (const pair of pairs) {
      await labelPair(context, { skill, number, pair: pair.id, label: "tie" });
      await labelPair(context, { skill, number, pair: pair.id, label: rightly(pair) });
      await labelPair(other, { skill, number, pair: pair.id, label: rightly(pair) });
    }
    const { judge } = await getSuiteRunDetail(context, { skill, number });
    expect(judge?.calibration).toMatchObject({
      labels: 8,
      pairs: 4,
      people: 2,
      betweenPeople: { pairs: 4, agreement: 1, kappa: null },
    });
    const rows = await db.judgeLabel.findMany({ where: { workspaceId: context.workspace.id } });
    expect(rows.every(({ label, judged }) => label === "win" && judged === "win")).toBe(true);
    const audit = await db.audit.count({
      where: { workspaceId: context.workspace.id, action: "judgement.labelled" },
    });
    expect(audit).toBe(12);
  });

  it("of two words at once of one person is one of them", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run } = await tryJudged(context, { tasks: judgedTasks(1) });
    const { number } = run;
    const [pair] = await allPairs(context, number);
    const say = (label: LabelWord) => labelPair(context, { skill, number, pair: pair?.id ?? "", label });
    await Promise.allSettled([say("first"), say("second")]);
    expect(await db.judgeLabel.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });

  it("is about the judge: it stays when the run is deleted, and holds for the next run with the same one", async () => {
    const context = await aContext(db);
    await aJudge(context);
    const { run, again } = await tryJudged(context, { tasks: judgedTasks(1) });
    const [pair] = await allPairs(context, run.number);
    await labelPair(context, { skill, number: run.number, pair: pair?.id ?? "", label: "first" });
    await deleteSuiteRun(context, { skill, number: run.number });
    expect(await db.judgement.count({ where: { suiteRunId: run.id } })).toBe(0);
    await expect(
      labelPair(context, { skill, number: run.number, pair: pair?.id ?? "", label: "first" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await again()).judge?.calibration.labels).toBe(1);
  });

  it("is nobody else's to give: not of another workspace, not of a pair that is none, not by a program", async () => {
    const context = await aContext(db);
    await aJudge(context, () => decides("tie"));
    const { run } = await tryJudged(context, { tasks: judgedTasks(1) });
    const { number } = run;
    const [pair] = await allPairs(context, number);
    const given = { skill, number, pair: pair?.id ?? "", label: "first" as const };
    await expect(labelPair(await aContext(db), given)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const id of [run.id, "no-id"])
      await expect(labelPair(context, { ...given, pair: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const key = { id: run.id, name: "CI", workspaceId: context.workspace.id, scopes: ["rehearse"] } as const;
    const program: Context = { ...context, actor: { ...context.actor, key } };
    await expect(labelPair(program, given)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
