import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { isGoingOn, trialsAtOnce } from "@/lib/proof/proof-options";
import { getSuiteRun, getSuiteRunDetail } from "@/lib/proof/queries";
import type { TestServer } from "../../scripts/test-server.mjs";
import { print } from "../print-text";
import type { Check } from "../report-checks";
import { billOf, priceOf, type Room, skillOf } from "./room";
import type { Billed } from "./slow-provider";

const trials = 300;
/** Milliseconds between a restarted server and the next kill, at least and at most. */
const alive = { least: 200, most: 2_500 } as const;
const longestMs = 300_000;

/** One of the two servers, whichever stands at its place now. */
type Place = { kill: () => Promise<void>; restart: () => Promise<void> };

async function placesOf(server: TestServer): Promise<[Place, Place]> {
  let beside = await server.startBeside();
  return [
    { kill: server.kill, restart: server.start },
    {
      kill: () => beside.kill(),
      restart: async () => {
        beside = await server.startBeside();
      },
    },
  ];
}

/**
 * A run of 300 trials on two servers, of which a random one is killed with SIGKILL at a random moment, and started again,
 * `kills` times; when it has ended, the same bytes are asked anew. Every trial of every run must have ended once.
 */
export async function killServers(
  room: Room,
  server: TestServer,
  { kills, random }: { kills: number; random: () => number },
): Promise<Check[]> {
  const { context, model, provider } = room;
  const skill = skillOf(trials);
  const places = await placesOf(server);
  provider.setPace(1_000, 4_000);
  provider.take();
  const runs: number[] = [];
  const isOver = async () => {
    const number = runs.at(-1);
    return number === undefined || !isGoingOn((await getSuiteRun(context, { skill, number })).state);
  };
  for (let killed = 0; killed < kills; killed += 1) {
    if (await isOver()) {
      const [repeatOf] = runs;
      const asked = repeatOf === undefined ? { model, repeats: 1 } : { repeatOf };
      runs.push((await startSuiteRun(context, { skill, ...asked })).number);
    }
    await sleep(alive.least + random() * (alive.most - alive.least));
    const place = places[random() < 0.5 ? 0 : 1];
    await place.kill();
    await place.restart();
    const number = runs.at(-1) ?? 0;
    const { progress } = await getSuiteRun(context, { skill, number });
    print(`     killed ${killed + 1}, run ${number}: ${progress.done} of ${progress.total} done`);
  }
  const until = performance.now() + longestMs;
  while (!(await isOver()) && performance.now() < until) await sleep(500);
  const checks: Check[] = [];
  for (const number of runs) checks.push(...(await countTrials(room, skill, number)));
  checks.push(await compareBills(room, { skill, runs, kills, billed: provider.take() }));
  return checks;
}

/** Of one run: each trial is there, has ended, once, and is in the figures once. */
async function countTrials({ context }: Room, skill: string, number: number): Promise<Check[]> {
  const run = await getSuiteRunDetail(context, { skill, number });
  const rows = await context.db.trial.findMany({ where: { suiteRunId: run.id } });
  const ended = rows.filter(({ state }) => state === "done" || state === "invalid");
  const places = new Set(ended.map(({ dialect, caseId, repeat }) => `${dialect} ${caseId} ${repeat}`));
  const typed = z.array(z.object({ type: z.string() }));
  const ends = ended.map(
    ({ events }) => typed.parse(events ?? []).filter(({ type }) => type === "run-finished").length,
  );
  const doubled = ends.filter((count) => count > 1).length;
  const [figures] = run.figures;
  const counted = Object.values(figures?.outcomes ?? {}).reduce((sum, count) => sum + count, 0);
  const invalid = ended.filter(({ state }) => state === "invalid").length;
  return [
    {
      what: `run ${number}: every trial ended once, none lost, none doubled`,
      holds:
        run.state === "done" &&
        rows.length === trials &&
        places.size === trials &&
        doubled === 0 &&
        counted === trials,
      seen: `${run.state}, ${places.size} of ${rows.length}, ${counted} counted, ${invalid} invalid`,
    },
    {
      what: `run ${number}: what counts is right, as the model is`,
      holds: figures?.outcomes.right === trials - invalid,
      seen: `${figures?.outcomes.right} right`,
    },
  ];
}

type Billing = { skill: string; runs: readonly number[]; kills: number; billed: readonly Billed[] };

/** A request that was under way when its server died counts as what was set aside for it. */
async function compareBills({ context }: Room, { skill, runs, kills, billed }: Billing): Promise<Check> {
  const rows = await context.db.suiteRun.findMany({
    where: { workspaceId: context.workspace.id, skill: { name: skill }, number: { in: [...runs] } },
  });
  const spent = rows.reduce((sum, { spentUsd }) => sum + Number(spentUsd), 0);
  const reserved = rows.reduce((sum, { reservedUsd }) => sum + Number(reservedUsd), 0);
  const broken = billed.filter(({ isWhole }) => !isWhole).length;
  const step = Math.max(...billed.map((one) => priceOf({ ...one, input: one.input * 2, output: 1_000 })));
  const off = spent - billOf(billed);
  return {
    what: "spent is what the provider saw, within a step per worker and kill",
    holds: reserved === 0 && Math.abs(off) <= kills * trialsAtOnce.each * step,
    seen: `$${spent.toFixed(4)} and $${billOf(billed).toFixed(4)} for ${billed.length} requests, ${broken} broken off; $${off.toFixed(4)} apart, at most $${(kills * trialsAtOnce.each * step).toFixed(4)}`,
  };
}

/** Two servers spend at once what a run may spend in all. */
export async function keepToCap({ context, model, provider }: Room): Promise<Check> {
  const skill = skillOf(200);
  provider.setPace(100, 300);
  provider.take();
  const capUsd = 0.2;
  const { number } = await startSuiteRun(context, { skill, model, repeats: 1, capUsd });
  const until = performance.now() + longestMs;
  const read = () => getSuiteRun(context, { skill, number });
  while (isGoingOn((await read()).state) && performance.now() < until) await sleep(250);
  const run = await read();
  const billed = provider.take();
  const bill = billOf(billed);
  const step = Math.max(...billed.map(priceOf));
  const most = capUsd + 2 * trialsAtOnce.each * step;
  return {
    what: "a limit is kept within a step per worker",
    holds: run.state === "stopped" && bill <= most && bill > capUsd / 2,
    seen: `$${bill.toFixed(4)} of $${capUsd}, at most $${most.toFixed(4)}; ${run.progress.done} of ${run.progress.total} done`,
  };
}
