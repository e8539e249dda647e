import { carryOutTrial } from "@/lib/proof/commands/carry-out-trial";
import { endFinishedRuns } from "@/lib/proof/commands/end-suite-run";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { takeTrials } from "@/lib/proof/commands/take-trials";
import { TrialWorker } from "@/lib/proof/commands/work-on-trials";
import { openModel } from "@/lib/proof/models/open-model";
import { estimateSuiteRun } from "@/lib/proof/plans/estimate-suite-run";
import { getSuiteRunDetail } from "@/lib/proof/queries";
import { listRunCases, listTrials } from "@/lib/proof/trials/trial-queries";
import type { Check } from "../report-checks";
import { billOf, type Room, skillOf } from "./room";

const limits = { shareMs: 25, readMs: 2_000, estimate: 0.25 } as const;

/** A quarter, the middle and three quarters of what was measured. */
function quartiles(values: readonly number[]): [number, number, number] {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return [at(0.25), at(0.5), at(0.75)];
}

/** What a trial takes of ours beside the model's time, one trial after the other, from taking it to its end. */
export async function measureOwnShare({ context, model, provider }: Room, trials: number): Promise<Check> {
  const skill = skillOf(trials);
  const { id } = await startSuiteRun(context, { skill, model, repeats: 1 });
  const owner = "bench";
  const { db } = context;
  const taking = { workspaceId: context.workspace.id, modelId: model, owner, most: 1 };
  const shares: number[] = [];
  provider.setPace(20, 20);
  provider.take();
  for (;;) {
    const startedAt = performance.now();
    const [trial] = await takeTrials(context, taking);
    if (!trial) break;
    const setup = { db, owner, openModel, now: () => new Date() };
    // As a worker does that has one trial at a time.
    const othersWait = await carryOutTrial(setup, trial, new AbortController().signal);
    if (!othersWait) await endFinishedRuns(context, id);
    const asked = provider.take().reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    shares.push(performance.now() - startedAt - asked);
  }
  const [low, middle, high] = quartiles(shares.slice(5)).map((ms) => ms.toFixed(1));
  return {
    what: `own share of a trial, ${shares.length} of them one by one`,
    holds: shares.length === trials && Number(middle) <= limits.shareMs,
    seen: `median ${middle} ms, quartiles ${low} and ${high}; at most ${limits.shareMs}`,
  };
}

async function carryOut(
  { context, model }: Room,
  skill: string,
): Promise<{ number: number; milliseconds: number }> {
  const startedAt = performance.now();
  const { number } = await startSuiteRun(context, { skill, model, repeats: 1 });
  const worker = new TrialWorker({ db: context.db, openModel, now: () => new Date() });
  await worker.takeMore();
  await worker.settled();
  return { number, milliseconds: performance.now() - startedAt };
}

/** A suite that is asked once, at what the estimate said, and once more with nothing changed. */
export async function measureKept(room: Room, trials: number): Promise<Check[]> {
  const { context, model, provider } = room;
  const skill = skillOf(trials);
  provider.setPace(0, 0);
  provider.take();
  const estimate = await estimateSuiteRun(context, { skill, model, repeats: 1 });
  const first = await carryOut(room, skill);
  const billed = billOf(provider.take());
  const run = await getSuiteRunDetail(context, { skill, number: first.number });
  const again = await carryOut(room, skill);
  const kept = await getSuiteRunDetail(context, { skill, number: again.number });
  const readMs = await readBack(room, skill, again.number);
  const { low = 0, high = 0 } = estimate.usd ?? {};
  const spent = run.costUsd ?? 0;
  return [
    {
      what: `the price of ${trials} trials, told before`,
      holds: spent >= low * (1 - limits.estimate) && spent <= high * (1 + limits.estimate),
      seen: `$${low.toFixed(4)} to $${high.toFixed(4)}; it was $${spent.toFixed(4)}, ${(100 * (spent / low - 1)).toFixed(1)} % from the lower end`,
    },
    {
      what: "what was spent is what the provider bills",
      holds: Math.abs(spent - billed) < 0.0001,
      seen: `$${spent.toFixed(4)} and $${billed.toFixed(4)}`,
    },
    {
      what: `${trials} trials once more, unchanged: nobody is asked`,
      holds: kept.calls.asked === 0 && kept.progress.done === trials,
      seen: `${kept.calls.asked} asked, ${kept.calls.kept} kept, in ${(again.milliseconds / 1000).toFixed(1)} s (first ${(first.milliseconds / 1000).toFixed(1)} s)`,
    },
    {
      what: `${trials} kept trials read back: figures, cases, trials`,
      holds: readMs < limits.readMs,
      seen: `${readMs.toFixed(0)} ms; under ${limits.readMs}`,
    },
  ];
}

async function readBack({ context }: Room, skill: string, number: number): Promise<number> {
  const startedAt = performance.now();
  await getSuiteRunDetail(context, { skill, number });
  await listRunCases(context, { skill, number, limit: 1_000 });
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await listTrials(context, { skill, number, limit: 500, ...(cursor ? { cursor } : {}) });
    cursor = page.nextCursor;
  }
  return performance.now() - startedAt;
}
