import { describe, expect, it } from "vitest";
import { modelAddress } from "@/lib/models/model-address";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPublication } from "@/lib/reviews/get-publication";
import { noProof } from "@/lib/reviews/policy-options";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aNeighbourhood, bytesOf, carryOutNeighbours, choosesGreedy } from "@/lib/testing/proof/neighbours";
import { aScriptedModel, aSuite, openAt, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { startNeighbourRuns } from "../commands/start-neighbour-runs";
import { readNeighbourProof } from "../neighbours/read-neighbour-proof";
import { findComparedRun } from "../proven/find-compared-run";
import { readOwnProof } from "../proven/read-own-proof";
import { getRunReport } from "../reports/get-run-report";
import type { OpenModel } from "./open-model";

allowLocalServers();
const { db } = testDatabase();
const finds = (most: number): OpenModel =>
  aScriptedModel((query) => {
    const number = Number(/Merge PDF (\d+)/.exec(query)?.[1] ?? 99);
    return number <= most ? { call: "pdf-tools" } : { text: "No." };
  }).open;
const version = { follows: "version", version: 1 } as const;

/** A connection of this workspace, and how its runs are opened: by what it asks at that moment. */
async function aConnection() {
  const context = await aContext(db);
  const { skill, skillId } = await aSuite(context, someCases(10, 5));
  const { id } = await aModel(context, { name: "Sonnet" });
  const row = () => db.modelConnection.findUniqueOrThrow({ where: { id } });
  const asking = async (open: OpenModel) => openAt(open, modelAddress(await row()));
  const repoint = (modelId: string) => db.modelConnection.update({ where: { id }, data: { modelId } });
  return { context, skill, skillId, id, asking, repoint };
}

describe("a connection that is pointed at another model", () => {
  it("meets the policy with none of its runs from before, and says which model those asked", async () => {
    const { context, skill, id, asking, repoint } = await aConnection();
    await repoint("sonnet-5");
    await changePolicy(context, {
      approvals: 0,
      proof: { ...noProof, triggers: { recall: 0.5, precision: 0.5 }, model: id },
    });
    const rule = async () =>
      (await getPublication(context, { skill })).rules.find(({ rule }) => rule === "triggers");
    await tryOut(context, skill, { open: await asking(finds(10)), model: id });
    expect(await rule()).toMatchObject({ met: true });
    await repoint("haiku-1");
    expect(await rule()).toMatchObject({ met: false, count: "not run" });
    expect((await rule())?.message).toMatch(
      /^Not run on these bytes with Sonnet\. Its connection asked another model then: sonnet-5 at http:/,
    );
    await tryOut(context, skill, { open: await asking(finds(2)), model: id });
    expect(await rule()).toMatchObject({ met: false, count: "not passed" });
    await repoint("sonnet-5");
    expect(await rule()).toMatchObject({ met: true });
  });

  it("has its runs pooled by what was asked, each group for itself", async () => {
    const { context, skill, skillId, id, asking, repoint } = await aConnection();
    await tryOut(context, skill, { open: await asking(finds(2)), model: id });
    await repoint("haiku-1");
    await tryOut(context, skill, { open: await asking(finds(10)), model: id });
    await tryOut(context, skill, { open: await asking(finds(10)), model: id, repeatOf: 2 });
    const { digest } = await db.draft.findFirstOrThrow({ where: { skillId } });
    const paths = ["evals/trigger-eval.json"];
    const { triggers } = await readOwnProof(context, { skillId, digest, publishedDigest: null, paths });
    expect(triggers.map(({ runs, hosts }) => [runs, hosts[0]?.recall?.count])).toEqual([
      [[3, 2], 10],
      [[1], 2],
    ]);
    expect(triggers[0]?.model).toMatchObject({
      name: "Scripted",
      asks: expect.stringMatching(/^haiku-1 at/),
    });
  });

  it("is compared with runs of the model that it asks, and another one that is named is refused", async () => {
    const { context, skill, id, asking, repoint } = await aConnection();
    await tryOut(context, skill, { open: await asking(finds(10)), model: id, source: version });
    const tryDraft = async () => {
      const { id: run } = await tryOut(context, skill, { open: await asking(finds(10)), model: id });
      await db.suiteRun.update({ where: { id: run }, data: { digest: "0".repeat(64) } });
    };
    await tryDraft();
    const report = (number: number, against?: number) =>
      getRunReport(context, { skill, number, ...(against ? { against } : {}) });
    expect((await report(2)).against).toMatchObject({ number: 1 });
    await repoint("haiku-1");
    await tryDraft();
    expect((await report(3)).against).toBeNull();
    await expect(report(3, 1)).rejects.toThrow("answered by the same model, that");
    const gone = await db.suiteRun.findFirstOrThrow({ where: { number: 3 }, include: { skill: true } });
    expect(await findComparedRun(context, { ...gone, offer: {} }, undefined)).toBeNull();
  });
});

describe("the neighbours of a draft, with such a connection", () => {
  it("are held against no run that another model answered, and that one is run anew", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const run = async (address: string) => {
      const open = openAt(choosesGreedy().open, address);
      const { started } = await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
      await carryOutNeighbours(context, open);
      return started.map(({ beside }) => beside);
    };
    const pairs = async () =>
      (await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.pairs.map((one) => [
        one.run,
        one.before,
        one.model.address,
      ]);
    expect(await run("one")).toEqual(["draft", "published"]);
    expect(await run("two")).toEqual(["draft", "published"]);
    expect(await pairs()).toEqual([
      [3, 4, "two"],
      [1, 2, "one"],
    ]);
    await db.suiteRun.deleteMany({ where: { number: 4, skill: { name: neighbour } } });
    expect(await pairs()).toEqual([
      [3, null, "two"],
      [1, 2, "one"],
    ]);
    expect(await run("two")).toEqual(["draft", "published"]);
    expect(await run("two")).toEqual(["draft"]);
  });
});
