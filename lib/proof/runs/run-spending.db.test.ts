import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { Prisma } from "@/lib/db/generated/client";
import { asOneStatement } from "@/lib/db/transaction";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases } from "@/lib/testing/proof/suite-runs";
import { nothingDue, reserveStep, type Spending, settleStep } from "../adapters/run-spending";
import { trialBudget } from "../adapters/trial-budget";
import { finishTrial } from "../commands/finish-trial";
import { startSuiteRun } from "../commands/start-suite-run";
import { type TakenTrial, takeTrials } from "../commands/take-trials";
import { usedOf } from "../trials/trial-meter";

const { db } = testDatabase();
const owner = "this server";
const broken = { reason: "internal-error", message: "Something broke." } as const;

/** A run that may spend so many dollars, of which this server has taken every trial. */
async function aTakenRun(context: Context, trials: number, capUsd: number | null) {
  const { skill } = await aSuite(context, someCases(trials, 0));
  const { open } = aScriptedModel(() => ({ call: "pdf-tools" }));
  const { id } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  await db.suiteRun.update({ where: { id }, data: { capUsd } });
  const taking = { workspaceId: context.workspace.id, modelId: "rehearsal", owner, most: trials };
  const taken = await takeTrials(context, taking);
  expect(taken).toHaveLength(trials);
  return { id, taken, each: taken.map(toSpending) };
}

const toSpending = ({ id, suiteRunId }: TakenTrial): Spending => ({ work: "trial", id, suiteRunId, owner });

async function sumsOf(id: string) {
  const run = await db.suiteRun.findUniqueOrThrow({ where: { id }, include: { trials: true } });
  return {
    reserved: Number(run.reservedUsd),
    ofTrials: run.trials.reduce((sum, trial) => sum + Number(trial.reservedUsd), 0),
    spent: Number(run.spentUsd),
  };
}

it("of steps that ask at once as many get through as the limit has room for", async () => {
  const context = await aContext(db);
  const { id, each } = await aTakenRun(context, 12, 5);
  const asked = [...each, ...each].map((spending) => reserveStep(context, spending, 1));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === "reserved")).toHaveLength(5);
  expect(new Set(answers)).toEqual(new Set(["reserved", "wait"]));
  expect(await sumsOf(id)).toEqual({ reserved: 5, ofTrials: 5, spent: 0 });
});

it("what all of them cost at once is counted once each, and leaves nothing set aside", async () => {
  const context = await aContext(db);
  const { id, each } = await aTakenRun(context, 12, null);
  expect(new Set(await Promise.all(each.map((spending) => reserveStep(context, spending, 2))))).toEqual(
    new Set(["reserved"]),
  );
  const cost = { reservedUsd: 2, spentUsd: 0.5 };
  await Promise.all(each.map((spending) => settleStep(context, spending, cost)));
  expect(await sumsOf(id)).toEqual({ reserved: 0, ofTrials: 0, spent: 6 });
});

it("says that the limit is reached where waiting helps nothing", async () => {
  const context = await aContext(db);
  const { each } = await aTakenRun(context, 2, 1);
  const [first, second] = each;
  if (!first || !second) throw new Error("two trials were taken");
  expect(await reserveStep(context, first, 0.75)).toBe("reserved");
  expect(await reserveStep(context, second, 0.5)).toBe("wait");
  await settleStep(context, first, { reservedUsd: 0.75, spentUsd: 0.75 });
  expect(await reserveStep(context, second, 0.5)).toBe("cap");
  expect(await reserveStep(context, second, 0.25)).toBe("reserved");
});

it("settles what an answer did cost in the statement of the next request, or of the trial's end", async () => {
  const context = await aContext(db);
  const { id, taken, each } = await aTakenRun(context, 1, 1);
  const [mine] = each;
  const [trial] = taken;
  if (!mine || !trial) throw new Error("a trial was taken");
  const budget = trialBudget(context, mine, AbortSignal.timeout(5_000));
  await budget.reserve(0.75);
  budget.settle(0.75, 0.25);
  expect(await sumsOf(id)).toEqual({ reserved: 0.75, ofTrials: 0.75, spent: 0 });
  // With what was set aside and not spent there is room: it waits for nobody.
  await budget.reserve(0.5);
  expect(await sumsOf(id)).toEqual({ reserved: 0.5, ofTrials: 0.5, spent: 0.25 });
  budget.settle(0.5, 0.125);
  const decided = { outcome: "right", activated: [], activatedBy: null, by: null, invalid: null } as const;
  const ending = {
    trial,
    owner,
    decided: { ...decided, activated: [] },
    used: usedOf([]),
    due: budget.due(),
    durationMs: 1,
    events: [],
  };
  expect(await finishTrial(context, ending)).toEqual({ othersWait: false });
  expect(await sumsOf(id)).toEqual({ reserved: 0, ofTrials: 0, spent: 0.375 });
});

it("settles what is due where there is no room for more, and says which of both it is", async () => {
  const context = await aContext(db);
  const { id, each } = await aTakenRun(context, 2, 1);
  const [mine, other] = each;
  if (!mine || !other) throw new Error("two trials were taken");
  expect(await reserveStep(context, other, 0.5)).toBe("reserved");
  expect(await reserveStep(context, mine, 0.5)).toBe("reserved");
  expect(await reserveStep(context, mine, 0.75, { reservedUsd: 0.5, spentUsd: 0.25 })).toBe("wait");
  expect(await sumsOf(id)).toEqual({ reserved: 0.5, ofTrials: 0.5, spent: 0.25 });
  expect(await reserveStep(context, other, 0.75, { reservedUsd: 0.5, spentUsd: 0.5 })).toBe("cap");
  expect(await sumsOf(id)).toEqual({ reserved: 0, ofTrials: 0, spent: 0.75 });
});

it("settles what is due of a trial that does not end, once, also when its run has ended", async () => {
  const context = await aContext(db);
  const { id, each } = await aTakenRun(context, 1, null);
  const [mine] = each;
  if (!mine) throw new Error("a trial was taken");
  const budget = trialBudget(context, mine, AbortSignal.timeout(5_000));
  await budget.reserve(1);
  budget.settle(1, 0.25);
  await db.suiteRun.update({ where: { id }, data: { state: "stopped" } });
  await expect(budget.reserve(1)).rejects.toMatchObject({ name: "AbortError" });
  await budget.settleDue();
  expect(await sumsOf(id)).toEqual({ reserved: 0, ofTrials: 0, spent: 0.25 });
});

it("nobody pays for what is another server's, or for a run that has ended", async () => {
  const context = await aContext(db);
  const { id, each } = await aTakenRun(context, 1, 5);
  const [mine] = each;
  if (!mine) throw new Error("a trial was taken");
  const theirs = { ...mine, owner: "another server" };
  expect(await reserveStep(context, theirs, 1)).toBe("lost");
  await settleStep(context, theirs, { reservedUsd: 1, spentUsd: 1 });
  expect(await sumsOf(id)).toEqual({ reserved: 0, ofTrials: 0, spent: 0 });
  const elsewhere = await aTakenRun(await aContext(db), 1, 5);
  expect(await reserveStep(context, { ...mine, suiteRunId: elsewhere.id }, 1)).toBe("lost");
  expect(await sumsOf(elsewhere.id)).toEqual({ reserved: 0, ofTrials: 0, spent: 0 });
  await db.suiteRun.update({ where: { id }, data: { state: "stopped" } });
  expect(await reserveStep(context, mine, 1)).toBe("lost");
});

it("asks once more where two wait for each other, as often as a transaction does", async () => {
  let asks = 0;
  const conflict = new Prisma.PrismaClientKnownRequestError("deadlock detected", {
    code: "P2034",
    clientVersion: "of a test",
  });
  const busy = (times: number) => async () => {
    asks += 1;
    if (asks <= times) throw conflict;
    return asks;
  };
  expect(await asOneStatement(busy(2))).toBe(3);
  asks = 0;
  await expect(asOneStatement(busy(9))).rejects.toThrow();
  expect(asks).toBe(3);
});

it("what was never settled counts as spent when its trial ends, and keeps nobody waiting", async () => {
  const context = await aContext(db);
  const { id, each, taken } = await aTakenRun(context, 2, 1);
  const [mine, other] = each;
  const [trial] = taken;
  if (!mine || !other || !trial) throw new Error("two trials were taken");
  expect(await reserveStep(context, mine, 0.75)).toBe("reserved");
  const decided = {
    outcome: "invalid",
    activated: [],
    activatedBy: null,
    by: null,
    invalid: broken,
  } as const;
  const ending = {
    trial,
    owner,
    decided: { ...decided, activated: [] },
    used: usedOf([]),
    due: nothingDue,
    durationMs: 1,
    events: [],
  };
  expect(await finishTrial(context, ending)).toEqual({ othersWait: false });
  expect(await sumsOf(id)).toEqual({ reserved: 0, ofTrials: 0, spent: 0.75 });
  expect(await reserveStep(context, other, 0.5)).toBe("cap");
  expect(await finishTrial(context, ending)).toBeNull();
});

it("says of a trial that ends whether others of its run have not begun", async () => {
  const context = await aContext(db);
  const { taken } = await aTakenRun(context, 2, null);
  const [first, second] = taken;
  if (!first || !second) throw new Error("two trials were taken");
  const end = (trial: TakenTrial) =>
    finishTrial(context, {
      trial,
      owner,
      decided: { outcome: "right", activated: [], activatedBy: null, by: null, invalid: null },
      used: usedOf([]),
      due: nothingDue,
      durationMs: 1,
      events: [],
    });
  const queued = { state: "queued", leaseOwner: null, leaseUntil: null };
  await db.trial.update({ where: { id: second.id }, data: queued });
  expect(await end(first)).toEqual({ othersWait: true });
  expect(await end(second)).toBeNull();
  const { workspaceId } = second;
  await takeTrials(context, { workspaceId, modelId: "rehearsal", owner, most: 1 });
  expect(await end(second)).toEqual({ othersWait: false });
});

it("takes nothing twice, however many servers ask at once, and says that its run goes on", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(9, 0));
  const { open } = aScriptedModel(() => ({ call: "pdf-tools" }));
  const { id } = await startSuiteRun(context, { skill, repeats: 1 }, open);
  const taking = { workspaceId: context.workspace.id, modelId: "rehearsal", most: 2 };
  const servers = Array.from({ length: 8 }, (_, at) => takeTrials(context, { ...taking, owner: `${at}` }));
  const taken = (await Promise.all(servers)).flat().map((trial) => trial.id);
  expect(new Set(taken).size).toBe(taken.length);
  const left = await takeTrials(context, { ...taking, owner: "last", most: 9 });
  expect(taken.length + left.length).toBe(9);
  const run = await db.suiteRun.findUniqueOrThrow({ where: { id } });
  expect(run.state).toBe("running");
});
