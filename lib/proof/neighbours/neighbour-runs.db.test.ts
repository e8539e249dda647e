import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aNeighbourhood,
  bytesOf,
  carryOutNeighbours,
  choosesGreedy,
  describeAs,
  greedy,
} from "@/lib/testing/proof/neighbours";
import { aScriptedModel } from "@/lib/testing/proof/suite-runs";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { startNeighbourRuns } from "../commands/start-neighbour-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import type { OpenModel } from "../models/open-model";
import { estimateNeighbourRuns } from "./estimate-neighbour-runs";
import { readNeighbourProof } from "./read-neighbour-proof";

const { db } = testDatabase();
const told = (person: Context) =>
  db.notification.findMany({ where: { userId: person.actor.userId, kind: "neighbour-lost" } });

describe("the neighbours of a draft", () => {
  it("are tried with it and with what is published, and say which case is lost to whom", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const { open } = choosesGreedy();
    const asked = { skill, agent, repeats: 1 };
    const { started, refused } = await startNeighbourRuns(context, asked, open);
    expect(started).toEqual([
      { skill: neighbour, number: 1, beside: "draft" },
      { skill: neighbour, number: 2, beside: "published" },
    ]);
    expect(refused).toEqual([]);
    const bytes = await bytesOf(skill, context);
    expect(await readNeighbourProof(context, bytes)).toMatchObject([
      { skill: neighbour, pairs: [], goingOn: 1 },
    ]);
    expect((await startNeighbourRuns(context, asked, open)).refused).toEqual([
      { skill: neighbour, reason: "Its run for this draft goes on." },
    ]);
    await carryOutNeighbours(context, open);
    const [proof] = await readNeighbourProof(context, bytes);
    expect(proof).toMatchObject({
      skill: neighbour,
      version: 1,
      maintainers: [{ name: "Rex" }],
      goingOn: 0,
      pairs: [
        {
          run: 1,
          before: 2,
          hosts: [{ compared: 4, rightBefore: 4, rightNow: 3, gained: 0 }],
          lost: [{ query: "Merge PDF 2", before: "right", now: "stolen", by: skill }],
        },
      ],
    });
  });

  it("tell their maintainers once of the same bytes, and again of others", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
    const { open } = choosesGreedy();
    const tryAll = async () => {
      await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
      await carryOutNeighbours(context, open);
    };
    await tryAll();
    expect(await told(rex)).toMatchObject([
      { data: { skill: { name: neighbour }, changed: { name: skill }, review: null, run: 1, lost: 1 } },
    ]);
    await tryAll();
    expect(await told(rex)).toHaveLength(1);
    expect((await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.toldAt).not.toBeNull();
    await describeAs(context, skill, 2, `${greedy} Really.`);
    await tryAll();
    expect(await told(rex)).toHaveLength(2);
  });

  it("tell nobody where nothing is lost", async () => {
    const context = await aContext(db);
    const { skill, agent, rex } = await aNeighbourhood(context);
    await describeAs(context, skill, 2, "Edits Word documents of all kinds.");
    const { open } = choosesGreedy();
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
    await carryOutNeighbours(context, open);
    const [proof] = await readNeighbourProof(context, await bytesOf(skill, context));
    expect(proof).toMatchObject({ toldAt: null, pairs: [{ lost: [] }] });
    expect(await told(rex)).toEqual([]);
  });

  it("say so where the run before measured nothing, which is then run anew", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
    const { open } = aScriptedModel((_, request) =>
      request?.includes("whatever else is on paper") ? { call: "pdf-tools" } : { text: "No." },
    );
    const asked = { skill, agent, repeats: 1 };
    await startNeighbourRuns(context, asked, open);
    await carryOutNeighbours(context, open);
    const [proof] = await readNeighbourProof(context, await bytesOf(skill, context));
    expect(proof?.pairs).toMatchObject([{ hosts: [{ word: "too-few", wordBefore: "invalid" }] }]);
    expect(await told(rex)).toEqual([]);
    expect((await startNeighbourRuns(context, asked, open)).started).toEqual([
      { skill: neighbour, number: 3, beside: "draft" },
      { skill: neighbour, number: 4, beside: "published" },
    ]);
  });

  it("tell nobody of what a run lost that measured nothing, or of bytes that are not the skill's any more", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
    const deaf = aScriptedModel((query, request) =>
      query.startsWith("Merge") && !request?.includes("whatever else is on paper")
        ? { call: "pdf-tools" }
        : { text: "No." },
    ).open;
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, deaf);
    await carryOutNeighbours(context, deaf);
    const [proof] = await readNeighbourProof(context, await bytesOf(skill, context));
    expect(proof?.pairs).toMatchObject([
      { hosts: [{ word: "invalid", wordBefore: "too-few" }], lost: [{}, {}, {}] },
    ]);
    expect(await told(rex)).toEqual([]);
    const { open } = choosesGreedy();
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
    await changePolicy(context, { approvals: 0 });
    await publishNext(context, neighbour, "# PDF\n\nRead first.\n");
    await carryOutNeighbours(context, open);
    expect(await told(rex)).toEqual([]);
  });

  it("are pooled in each host: a run in another one, or a later one, hides no lost case", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aNeighbourhood(context);
    const { open } = choosesGreedy();
    const fair = aScriptedModel((query) =>
      query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." },
    ).open;
    const tryIn = async (dialect: string, how: OpenModel) => {
      await startNeighbourRuns(context, { skill, agent, repeats: 1, dialects: [dialect] }, how);
      await carryOutNeighbours(context, how);
    };
    await tryIn("standard", open);
    await tryIn("codex", fair);
    const read = async () => (await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.pairs;
    const hosts = [
      { dialect: "codex", compared: 4 },
      { dialect: "standard", compared: 4 },
    ];
    const lost = [{ dialect: "standard", query: "Merge PDF 2", run: 1 }];
    expect(await read()).toMatchObject([
      { run: 3, runs: [3, 1], before: 4, runsBefore: [4, 2], hosts, lost },
    ]);
    await tryIn("standard", fair);
    // What was asked before is not asked again: it is lost as it was.
    expect(await read()).toMatchObject([{ run: 5, runs: [5, 3, 1], lost }]);
  });

  it("cannot be run again until they are green: everything asked anew is pooled with what was lost before", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aNeighbourhood(context);
    const fair = aScriptedModel((query) =>
      query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." },
    );
    const tryAnew = async (how: OpenModel, anew: boolean) => {
      await startNeighbourRuns(context, { skill, agent, repeats: 1, anew }, how);
      await carryOutNeighbours(context, how);
    };
    await tryAnew(choosesGreedy().open, false);
    await tryAnew(fair.open, true);
    expect(fair.asked.length).toBeGreaterThan(0);
    const read = async () => (await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.pairs;
    // Lost once and kept once is not right by more than half.
    expect(await read()).toMatchObject([{ run: 3, runs: [3, 1], lost: [{ query: "Merge PDF 2", run: 1 }] }]);
    await tryAnew(fair.open, true);
    expect(await read()).toMatchObject([{ run: 4, runs: [4, 3, 1], answers: { kept: 0 }, lost: [] }]);
  });

  it("stand with what a later run saw lost that was stopped, and with nothing of one that saw nothing", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const fair = aScriptedModel((query) =>
      query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." },
    ).open;
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, fair);
    await carryOutNeighbours(context, fair);
    const read = async () => (await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.pairs;
    const again = async (how: OpenModel, number: number) => {
      await startSuiteRun(context, { skill: neighbour, repeatOf: 1, agent }, how);
      await carryOutNeighbours(context, how);
      await db.suiteRun.updateMany({
        where: { number, workspaceId: context.workspace.id },
        data: { state: "stopped" },
      });
    };
    await again(fair, 3);
    expect(await read()).toMatchObject([{ run: 1, isBrokenOff: false, lost: [] }]);
    await again(choosesGreedy().open, 4);
    expect(await read()).toMatchObject([
      { run: 4, isBrokenOff: true, lost: [{ query: "Merge PDF 2" }] },
      { run: 1, isBrokenOff: false, lost: [] },
    ]);
  });

  it("are priced before anything is asked", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const { open, asked } = aScriptedModel(() => ({ text: "No." }), {
      prices: { input: 3, output: 15, cachedInput: null },
    });
    const estimate = await estimateNeighbourRuns(context, { skill, agent, repeats: 2 }, open);
    expect(estimate).toMatchObject({
      runs: 2,
      trials: 16,
      calls: { low: 16, high: 32 },
      neighbours: [{ skill: neighbour, cases: 4, problems: [] }],
    });
    expect(estimate.usd?.high).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  it("of elsewhere are not found, and where none has cases that is said", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const { open } = choosesGreedy();
    await expect(startNeighbourRuns(other, { skill, agent }, open)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(startNeighbourRuns(context, { skill: neighbour, agent }, open)).rejects.toThrow(
      "nothing to lose",
    );
    const alone = await anAgentWith(context, [skill], "Alone");
    await expect(startNeighbourRuns(context, { skill, agent: alone }, open)).rejects.toThrow(
      "nothing to lose",
    );
  });

  it("go on without the one that cannot start, which is named", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const failing: OpenModel = async () => {
      const { AppError } = await import("@/lib/kernel/app-error");
      throw new AppError("UNPROCESSABLE", "The model is gone.");
    };
    const { started, refused } = await startNeighbourRuns(context, { skill, agent }, failing);
    expect(started).toEqual([]);
    expect(refused).toEqual([
      { skill: neighbour, reason: "The model is gone." },
      { skill: neighbour, reason: "The model is gone." },
    ]);
  });
});
