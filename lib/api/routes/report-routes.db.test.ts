import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createKey } from "@/lib/auth/commands/create-key";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { stopSuiteRun } from "@/lib/proof/commands/stop-suite-run";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases } from "@/lib/testing/proof/suite-runs";
import { api } from "../app";

const { db } = testDatabase();

/** A run that goes on, and who asks for its report. */
async function aRun() {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(1, 1));
  const { open } = aScriptedModel(() => ({ text: "No." }));
  const { number } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  const { key } = await createKey(context, { name: "CI", scopes: ["rehearse"] });
  return { context, skill, number, ask: askerOf(context, { skill, number, key }) };
}

const askerOf =
  ({ workspace }: Context, { skill, number, key }: { skill: string; number: number; key: string }) =>
  (query: string, signal?: AbortSignal) =>
    api.request(
      `http://greenroom.test/api/v1/workspaces/${workspace.slug}/skills/${skill}/suite-runs/${number}/report${query}`,
      { headers: { authorization: `Bearer ${key}` }, ...(signal ? { signal } : {}) },
    );

it("refuses a report of what goes on, and answers when it is waited for and the time is up", async () => {
  const { ask, number } = await aRun();
  expect((await ask("")).status).toBe(409);
  const answer = await ask("?wait=0");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([202, "1"]);
  expect(await answer.json()).toMatchObject({ number, state: "queued", progress: { total: 2, done: 0 } });
  expect((await ask("?wait=61")).status).toBe(422);
});

it("answers the report of a run as soon as it has ended, in one call", async () => {
  const run = await aRun();
  const waiting = run.ask("?wait=60&format=junit");
  await stopSuiteRun(run.context, run);
  const answer = await waiting;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    state: "stopped",
    gate: { code: 3 },
    text: expect.stringContaining("<testsuites"),
  });
});

it("waits for nobody who has gone", async () => {
  const run = await aRun();
  const gone = new AbortController();
  const waiting = run.ask("?wait=60", gone.signal);
  gone.abort();
  expect((await waiting).status).toBe(202);
});
