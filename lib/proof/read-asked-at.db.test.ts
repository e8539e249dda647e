import { expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/suite-runs";
import { readAskedAt, readRunAskedAt } from "./read-asked-at";

const { db } = testDatabase();
const finds = () =>
  aScriptedModel((query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." }));

/** A run of two months ago, and one of today that asks the same. */
async function twoRuns() {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(2, 1));
  const first = await tryOut(context, skill, { open: finds().open });
  const then = new Date(Date.now() - 60 * 86_400_000);
  await db.suiteRun.update({ where: { id: first.id }, data: { endedAt: then } });
  await db.trial.updateMany({ where: { suiteRunId: first.id }, data: { endedAt: then } });
  const again = finds();
  const second = await tryOut(context, skill, { open: again.open });
  expect([second.calls.asked, again.asked]).toEqual([0, []]);
  return { context, then, first: await rowOf(first.id), second: await rowOf(second.id) };
}

const rowOf = (id: string) => db.suiteRun.findUniqueOrThrow({ where: { id }, include: { trials: true } });

it("is when the model said it: what is given again makes it no younger", async () => {
  const { context, then, first, second } = await twoRuns();
  expect(await readRunAskedAt(context, second)).toBe(then.toISOString());
  expect(await readAskedAt(context, [...first.trials, ...second.trials])).toEqual(then);
});

it("is the newest of what was asked anew", async () => {
  const { context, second } = await twoRuns();
  const [trial] = second.trials;
  if (!trial) throw new Error("It has trials.");
  await db.trial.update({ where: { id: trial.id }, data: { asked: 1 } });
  expect(await readRunAskedAt(context, second)).toBe(trial.endedAt?.toISOString());
});

it("knows nothing where the run that asked is gone, and goes by the run's own end then", async () => {
  const { context, first, second } = await twoRuns();
  await db.suiteRun.delete({ where: { id: first.id } });
  expect(await readAskedAt(context, second.trials)).toBeNull();
  expect(await readRunAskedAt(context, second)).toBe(second.endedAt?.toISOString());
});

it("of nothing is nothing", async () => {
  expect(await readAskedAt(await aContext(db), [])).toBeNull();
});
