import { expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { readAnswerAges, readRunAges } from "./read-answer-ages";
import { readOwnProof } from "./read-own-proof";

const { db } = testDatabase();
const finds = () =>
  aScriptedModel((query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." }));
const dayMs = 86_400_000;

/** A run of two months ago, and one of today that was given its answers again. */
async function twoRuns() {
  const context = await aContext(db);
  const { skill, skillId } = await aSuite(context, someCases(2, 1));
  const first = await tryOut(context, skill, { open: finds().open });
  const then = new Date(Date.now() - 60 * dayMs);
  await db.suiteRun.update({ where: { id: first.id }, data: { endedAt: then } });
  await db.trial.updateMany({ where: { suiteRunId: first.id }, data: { endedAt: then } });
  const again = finds();
  const second = await tryOut(context, skill, { open: again.open });
  expect([second.calls.asked, again.asked]).toEqual([0, []]);
  const proofNow = async () => {
    const paths = ["evals/trigger-eval.json"];
    const { digest } = first;
    const own = await readOwnProof(context, { skillId, digest, publishedDigest: null, paths });
    return own.triggers[0];
  };
  return { context, skill, then, proofNow, first: await rowOf(first.id), second: await rowOf(second.id) };
}

const rowOf = (id: string) => db.suiteRun.findUniqueOrThrow({ where: { id }, include: { trials: true } });

it("is when the model said it: what is given again makes it no younger", async () => {
  const { context, then, first, second } = await twoRuns();
  const at = then.toISOString();
  expect(await readRunAges(context, second)).toEqual({ oldest: at, newest: at, kept: 3, of: 3 });
  expect(await readAnswerAges(context, [...first.trials, ...second.trials])).toMatchObject({ oldest: at });
});

it("is that of the oldest: one trial that is asked today makes the others no younger", async () => {
  const { context, then, second } = await twoRuns();
  const [trial] = second.trials;
  if (!trial) throw new Error("It has trials.");
  await db.trial.update({ where: { id: trial.id }, data: { asked: 1, keptNumber: null, keptSkill: null } });
  expect(await readRunAges(context, second)).toEqual({
    oldest: then.toISOString(),
    newest: trial.endedAt?.toISOString(),
    kept: 2,
    of: 3,
  });
});

it("goes by an answer that was kept in a trial that then asked for more", async () => {
  const { context, then, second } = await twoRuns();
  await db.trial.updateMany({ where: { suiteRunId: second.id }, data: { asked: 1 } });
  expect((await readRunAges(context, second)).newest).toBe(then.toISOString());
});

it("is young again once all of it is asked anew, as a repeat or as a run that keeps nothing, and still counts all", async () => {
  const { context, skill, then, proofNow } = await twoRuns();
  expect(await proofNow()).toMatchObject({ at: then.toISOString(), answers: { kept: 0, of: 3 } });
  const anew = finds();
  const third = await tryOut(context, skill, { open: anew.open, anew: true });
  expect([third.calls, third.repeatOf]).toEqual([{ asked: anew.asked.length, kept: 0 }, null]);
  const proof = await proofNow();
  expect(Date.parse(proof?.at ?? "")).toBeGreaterThan(Date.now() - dayMs);
  expect(proof?.runs).toEqual([3, 2, 1]);
  const later = finds();
  await tryOut(context, skill, { open: later.open });
  expect(later.asked).toEqual([]);
});

it("is as old as a kept answer can be where the run that asked is gone", async () => {
  const { context, first, second } = await twoRuns();
  await db.suiteRun.delete({ where: { id: first.id } });
  const end = second.trials[0]?.endedAt?.getTime() ?? 0;
  const { newest } = await readRunAges(context, second);
  expect(Date.parse(newest)).toBeLessThanOrEqual(end - 89 * dayMs);
});

it("of nothing is nothing, and of a run that measured nothing its end", async () => {
  const { context, second } = await twoRuns();
  expect(await readAnswerAges(context, [])).toBeNull();
  await db.trial.updateMany({ where: { suiteRunId: second.id }, data: { outcome: "invalid" } });
  expect(await readRunAges(context, second)).toMatchObject({ oldest: second.endedAt?.toISOString(), of: 0 });
});
