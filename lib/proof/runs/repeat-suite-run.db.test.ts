import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aScriptedModel, aSuite, someCases } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { estimateSuiteRun } from "../plans/estimate-suite-run";

allowLocalServers();
const { db } = testDatabase();
const prices = { input: 3, output: 15, cachedInput: null };
const { open } = aScriptedModel(() => ({ text: "No." }), { prices });
const unpriced = aScriptedModel(() => ({ text: "No." }), {
  prices: { input: null, output: null, cachedInput: null },
}).open;

describe("a repeated run", () => {
  it("spends what its own start allows, and what the first one might where that says nothing", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    await startSuiteRun(context, { skill, capUsd: 2 }, open);
    const caps = [];
    for (const cap of [{}, { capUsd: 0.5 }, { capUsd: 5 }, { capUsd: null }]) {
      const run = await startSuiteRun(context, { skill, repeatOf: 1, ...cap }, open);
      caps.push([run.repeatOf, run.capUsd]);
    }
    expect(caps).toEqual([
      [1, 2],
      [1, 0.5],
      [1, 5],
      [1, null],
    ]);
  });

  it("takes no limit that nobody can keep", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    await startSuiteRun(context, { skill }, unpriced);
    await expect(startSuiteRun(context, { skill, repeatOf: 1, capUsd: 1 }, unpriced)).rejects.toThrow(
      "no limit can be kept",
    );
    expect(await startSuiteRun(context, { skill, repeatOf: 1 }, unpriced)).toMatchObject({ capUsd: null });
  });

  it("refuses settings other than those of the run", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context);
    await startSuiteRun(context, { skill, repeats: 2 }, open);
    const again = (input: object) => startSuiteRun(context, { skill, repeatOf: 1, ...input }, open);
    const others = {
      repeats: 3,
      wholeMatrix: true,
      dialects: ["codex"],
      agent: "nobody",
      source: { follows: "version", version: 1 },
    };
    await expect(again(others)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("agent, source, dialects, repeats, wholeMatrix."),
    });
    const own = { repeats: 2, wholeMatrix: false, agent, source: { follows: "draft" }, model: "rehearsal" };
    expect(await again(own)).toMatchObject({ number: 2, repeats: 2, repeatOf: 1 });
  });

  it("is no run of an improvement, whose words would become the skill's own", async () => {
    const context = await aContext(db);
    const { skill, skillId } = await aSuite(context);
    await startSuiteRun(context, { skill }, open);
    const improvementId = "0190a000-0000-7000-8000-000000000077";
    await db.suiteRun.updateMany({ where: { skillId }, data: { improvementId, improvementAttempt: 0 } });
    await expect(startSuiteRun(context, { skill, repeatOf: 1 }, open)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("belongs to an improvement"),
    });
    const { problems } = await estimateSuiteRun(context, { skill, repeatOf: 1 }, open);
    expect(problems[0]).toContain("belongs to an improvement");
    expect(await db.suiteRun.count({ where: { skillId } })).toBe(1);
  });

  it("is estimated as what it is, whatever became of the draft", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const asked = { skill, repeats: 20, dialects: ["standard", "codex"] };
    const first = await estimateSuiteRun(context, asked, open);
    await startSuiteRun(context, asked, open);
    const path = "evals/trigger-eval.json";
    const emptied = { op: "write" as const, path, text: "[]" };
    await changeDraft(context, { skill, baseRevision: 1, changes: [emptied] });
    const estimate = await estimateSuiteRun(context, { skill, repeatOf: 1 }, open);
    expect(estimate).toMatchObject({ cases: 3, trials: 120, problems: [] });
    expect(first.kept).toMatchObject({ trials: 0, looked: 120 });
    expect(estimate).toEqual({ ...first, kept: null });
    const noSuch = await estimateSuiteRun(context, { skill, repeatOf: 9 }, open);
    expect(noSuch.problems).toEqual(["There is no run 9 of this skill."]);
  });

  it("of a model that was changed meanwhile is refused before it is started", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    await startSuiteRun(context, { skill }, open);
    const elsewhere: typeof open = async (...asked) => ({ ...(await open(...asked)), address: "elsewhere" });
    const said = "was changed since run 1";
    await expect(startSuiteRun(context, { skill, repeatOf: 1 }, elsewhere)).rejects.toThrow(said);
    const { problems } = await estimateSuiteRun(context, { skill, repeatOf: 1 }, elsewhere);
    expect(problems[0]).toContain(said);
  });

  it("of a router that asks another model meanwhile is refused as well", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context);
    const router = await aModel(context, { name: "Small" });
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, mode: "router", routerModel: router.id });
    const routedAt =
      (address: string): typeof open =>
      async (context, id, wording) => ({
        ...(await open(context, id, wording)),
        address: id === router.id ? address : "own",
      });
    await startSuiteRun(context, { skill }, routedAt("one"));
    const { offer } = await db.suiteRun.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    expect(offer).toMatchObject({ address: "own", routerModel: router.id, routerAddress: "one" });
    expect(await startSuiteRun(context, { skill, repeatOf: 1 }, routedAt("one"))).toMatchObject({
      number: 2,
    });
    await expect(startSuiteRun(context, { skill, repeatOf: 1 }, routedAt("two"))).rejects.toThrow(
      "The router's model Scripted was changed since run 1.",
    );
  });
});

describe("what keeps a run from starting", () => {
  it("is told by the estimate in the words of the start: a limit without prices", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const { problems, trials } = await estimateSuiteRun(context, { skill, capUsd: 1 }, unpriced);
    expect([problems.length, trials]).toEqual([1, 9]);
    await expect(startSuiteRun(context, { skill, capUsd: 1 }, unpriced)).rejects.toThrow(problems[0]);
  });

  it("is told by the estimate in the words of the start: a limit, and a router without prices", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context);
    const router = await aModel(context, { name: "Small", inputPrice: null, outputPrice: null });
    const { revision } = await getAgent(context, { agent });
    await editAgent(context, { agent, baseRevision: revision, mode: "router", routerModel: router.id });
    const both: typeof open = (context, id, wording) =>
      (id === router.id ? unpriced : open)(context, id, wording);
    const { problems } = await estimateSuiteRun(context, { skill, capUsd: 1 }, both);
    expect(problems).toEqual([expect.stringContaining("no limit can be kept")]);
    await expect(startSuiteRun(context, { skill, capUsd: 1 }, both)).rejects.toThrow(problems[0]);
    expect(await startSuiteRun(context, { skill }, both)).toMatchObject({ number: 1 });
    await expect(startSuiteRun(context, { skill, repeatOf: 1, capUsd: 1 }, both)).rejects.toThrow(
      problems[0],
    );
  });

  it("is told by the estimate in the words of the start: more trials than a run has", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(200, 151));
    const asked = { skill, repeats: 20, dialects: ["standard", "codex", "claude-code"] };
    const { problems } = await estimateSuiteRun(context, asked, open);
    expect(problems).toEqual([expect.stringContaining("21060 trials")]);
    await expect(startSuiteRun(context, asked, open)).rejects.toThrow(problems[0]);
  });

  it("is told by the estimate in the words of the start: as many runs as go on at once", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(1, 0));
    for (let at = 0; at < 20; at++) await startSuiteRun(context, { skill, repeats: 1 }, open);
    const { problems } = await estimateSuiteRun(context, { skill }, open);
    expect(problems).toEqual([expect.stringContaining("20 runs go on here already")]);
    await expect(startSuiteRun(context, { skill }, open)).rejects.toMatchObject({
      code: "CONFLICT",
      message: problems[0],
    });
  });
});
