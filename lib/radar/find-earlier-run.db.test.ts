import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { modelAddress } from "@/lib/models/model-address";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aScriptedModel, aSuite } from "@/lib/testing/proof/suite-runs";
import { findEarlierRun } from "./find-earlier-run";

allowLocalServers();
const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ text: "No." }));
const [newModel, oldModel, otherModel] = ["new", "old", "other"] as const;

/** A run on record as told, of a skill with a suite. */
async function onRecord(context: Context, skill: string, more: object = {}): Promise<string> {
  const { id } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  await db.suiteRun.update({
    where: { id },
    data: { state: "done", endedAt: new Date(), modelId: oldModel, figures: [], ...more },
  });
  return id;
}

async function aRecord() {
  const context = await aContext(db);
  const { skill, skillId, agent } = await aSuite(context);
  const { digest } = await db.draft.findFirstOrThrow({ where: { skillId } });
  const wanted = { skillId, suite: "trigger", digest, agentSlug: agent, modelId: newModel } as const;
  const find = (more: object = {}) => findEarlierRun(context, { ...wanted, againstId: null, ...more });
  return { context, skill, find };
}

describe("what a new model is held against", () => {
  it("is the newest run of another model on the same bytes", async () => {
    const { context, skill, find } = await aRecord();
    expect(await find()).toBeNull();
    await onRecord(context, skill);
    const newest = await onRecord(context, skill, { modelId: otherModel });
    await onRecord(context, skill, { modelId: newModel });
    expect(await find()).toBe(newest);
  });

  it("is the named model's where one is named", async () => {
    const { context, skill, find } = await aRecord();
    const older = await onRecord(context, skill);
    await onRecord(context, skill, { modelId: otherModel });
    expect(await find({ againstId: oldModel })).toBe(older);
    expect(await find({ againstId: "never-measured" })).toBeNull();
  });

  it("is by what connections ask now: one that asked another model then is another model", async () => {
    const { context, skill, find } = await aRecord();
    const { id } = await aModel(context, { name: "New" });
    const { id: against } = await aModel(context, { name: "Old" });
    const now = async (of: string) =>
      modelAddress(await db.modelConnection.findUniqueOrThrow({ where: { id: of } }));
    const asked = async (modelId: string, address: string) =>
      onRecord(context, skill, { modelId, offer: { address } });
    const before = await asked(id, "elsewhere");
    const older = await asked(against, await now(against));
    await asked(against, "elsewhere");
    await asked(id, await now(id));
    expect(await find({ modelId: id, againstId: against })).toBe(older);
    await db.suiteRun.updateMany({ where: { modelId: against }, data: { state: "stopped" } });
    expect(await find({ modelId: id })).toBe(before);
    expect(await find({ modelId: id, againstId: against })).toBeNull();
  });

  it.each([
    ["follows rules", { modelKind: "rules" }],
    ["is a recording", { modelKind: "recording" }],
    ["was stopped", { state: "stopped" }],
    ["failed", { state: "failed" }],
    ["was deleted", { removedAt: new Date() }],
    ["tried other bytes", { digest: "0".repeat(64) }],
    ["had another agent's catalogue", { agentSlug: "another" }],
    ["tried tasks", { suite: "effect" }],
  ])("is no run that %s", async (_, more) => {
    const { context, skill, find } = await aRecord();
    await onRecord(context, skill, more);
    expect(await find()).toBeNull();
  });

  it("is of its own workspace alone", async () => {
    const { context, skill, find } = await aRecord();
    const own = await onRecord(context, skill);
    const elsewhere = await aContext(db);
    expect(await find()).toBe(own);
    const row = await db.suiteRun.findUniqueOrThrow({ where: { id: own } });
    const { skillId, digest, agentSlug } = row;
    expect(
      await findEarlierRun(elsewhere, {
        skillId,
        digest,
        agentSlug,
        suite: "trigger",
        modelId: newModel,
        againstId: null,
      }),
    ).toBeNull();
  });
});
