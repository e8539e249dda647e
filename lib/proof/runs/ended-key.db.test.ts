import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, aWorker, someCases } from "@/lib/testing/proof/suite-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { getSuiteRunDetail } from "../queries";

const { db } = testDatabase();

/** A run that a program started with a key of its own. */
async function aRunOfAProgram() {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 0));
  const { id, name } = await createKey(context, { name: "CI", scopes: ["rehearse"] });
  const key = { id, name, workspaceId: context.workspace.id, scopes: ["rehearse"] } as const;
  const program: Context = { ...context, actor: { ...context.actor, key } };
  const scripted = aScriptedModel(() => ({ call: skill }));
  const { number } = await startSuiteRun(program, { skill, repeats: 1 }, scripted.open);
  const carryOut = async () => {
    const worker = aWorker(context, scripted.open);
    await worker.takeMore();
    await worker.settled();
    return getSuiteRunDetail(context, { skill, number });
  };
  return { ...scripted, context, keyId: id, carryOut };
}

describe("a run that a program started", () => {
  it("goes on while its key holds", async () => {
    const { carryOut } = await aRunOfAProgram();
    expect(await carryOut()).toMatchObject({ state: "done", progress: { done: 2 } });
  });

  it("stops, having asked nobody, once its key is revoked", async () => {
    const { context, keyId, carryOut, asked } = await aRunOfAProgram();
    await revokeKey(context, { key: keyId });
    expect(await carryOut()).toMatchObject({
      state: "stopped",
      failure: "The key that started this run was revoked.",
      progress: { done: 0, queued: 2 },
    });
    expect(asked).toEqual([]);
  });

  it("stops once its key has expired", async () => {
    const { keyId, carryOut } = await aRunOfAProgram();
    await db.apiKey.update({ where: { id: keyId }, data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await carryOut()).toMatchObject({
      state: "stopped",
      failure: "The key that started this run has expired.",
    });
  });
});
