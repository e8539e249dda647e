import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import type { RadarRun as RunRow, RadarStep as StepRow } from "@/lib/db/generated/client";
import { leaseFromSql } from "@/lib/db/lease";
import { formatCount } from "@/lib/kernel/format-count";
import { log } from "@/lib/platform/log";
import { suiteLimits } from "@/lib/proof/proof-options";
import { readOutcome } from "../read-outcome";
import { readSkillTokens } from "../read-skill-tokens";
import { endRadarRun } from "./end-radar-run";
import { type RadarSetup, startRadarStep } from "./start-radar-step";

/** How long a server is believed to look after a run. Two that do at once start nothing twice. */
const leaseMs = 15_000;
/** How long one that broke rests before it is tried again. */
const restMs = 5 * 60_000;

type Open = RunRow & { steps: StepRow[] };

/** Takes every radar run a step further that can be, for any workspace. Any number of servers do. */
export async function advanceRadarRuns(setup: RadarSetup): Promise<void> {
  const open = await setup.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "RadarRun" WHERE outcome IS NULL ORDER BY id`;
  for (const { id } of open) {
    const leaseUntil = await lease(setup, id);
    if (leaseUntil === null) continue;
    let next: Date | null = null;
    try {
      await advanceAgain(setup, id, null);
    } catch (error) {
      // One that breaks keeps nobody else's from going on.
      log.warn({ err: error, radarRun: id }, "a radar run could not be taken further; it rests a while");
      next = new Date(leaseUntil.getTime() + restMs);
    }
    // Another's, where this took longer than its own.
    await setup.db.radarRun.updateMany({ where: { id, leaseUntil }, data: { leaseUntil: next } });
  }
}

/** Until when it is this server's; null where it is another's. */
async function lease({ db }: DatabaseContext, id: string): Promise<Date | null> {
  const [held] = await db.$queryRaw<{ leaseUntil: Date }[]>`
    UPDATE "RadarRun" SET "leaseUntil" = ${leaseFromSql(leaseMs)}
    WHERE id = ${id}::uuid AND outcome IS NULL AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
    RETURNING "leaseUntil"`;
  return held?.leaseUntil ?? null;
}

async function advance(setup: RadarSetup, run: Open): Promise<void> {
  const { db } = setup;
  const underWay = run.steps.find(({ state }) => state === "running");
  if (underWay) {
    const settled = await settleStep(setup, run, underWay);
    if (settled === "waits") return;
    return advanceAgain(setup, run.id, settled.failure);
  }
  if (run.state !== "running") return writeOutcome(setup, run);
  const next = run.steps.find(({ state }) => state === "waiting");
  if (!next) {
    await endRadarRun({ db }, { id: run.id, state: "done", failure: null });
    return advanceAgain(setup, run.id, null);
  }
  const left = leftOf(run);
  if (left !== null && left < suiteLimits.leastCap) return advanceAgain(setup, run.id, budgetWords(run));
  const started = await startRadarStep(setup, run, { step: next, left });
  if (started !== "waits") await advanceAgain(setup, run.id, started === "skipped" ? null : started.gone);
}

/** With what is written now; `failure`: why it ends here. */
async function advanceAgain(setup: RadarSetup, id: string, failure: string | null): Promise<void> {
  if (failure !== null) await endRadarRun(setup, { id, state: "stopped", failure });
  const run = await setup.db.radarRun.findUnique({
    where: { id },
    include: { steps: { orderBy: { position: "asc" } } },
  });
  if (run && run.outcome === null) await advance(setup, run);
}

/** US dollars that may still be spent; null for no limit. */
function leftOf({ capUsd, steps }: Open): number | null {
  if (capUsd === null) return null;
  return steps.reduce((left, { spentUsd }) => left.sub(spentUsd), capUsd).toNumber();
}

function budgetWords({ steps }: Open): string {
  const waiting = steps.filter(({ state }) => state === "waiting").length;
  return waiting === 0
    ? "The budget is used up."
    : `The budget is used up: ${formatCount(waiting, "run")} of ${steps.length} ${waiting === 1 ? "was" : "were"} not reached.`;
}

/**
 * Writes down that the run of a step has ended, once what it came to is written and nothing of it is under way, so that what
 * it spent is all of it. `failure`: why the radar run ends with it; null where it goes on.
 */
async function settleStep(
  setup: RadarSetup,
  run: Open,
  step: StepRow,
): Promise<"waits" | { failure: string | null }> {
  const { db } = setup;
  const suiteRun = step.suiteRunId
    ? await db.suiteRun.findUnique({
        where: { id: step.suiteRunId },
        select: { id: true, state: true, figures: true, spentUsd: true, modelName: true },
      })
    : null;
  if (suiteRun && suiteRun.figures === null) return "waits";
  const tokens = suiteRun && step.suite === "effect" ? await readSkillTokens(setup, step) : null;
  await db.radarStep.updateMany({
    where: { id: step.id, state: "running" },
    data: { state: "done", spentUsd: suiteRun?.spentUsd ?? 0, ...(tokens ? { tokens } : {}) },
  });
  await notify(setup, { topic: "proof", workspaceId: run.workspaceId, suiteRunId: run.id });
  if (suiteRun?.state !== "stopped") return { failure: null };
  const limited = await db.trial.findFirst({
    where: { suiteRunId: suiteRun.id, reason: { in: ["cap", "spending-limit"] } },
    select: { reason: true, message: true },
  });
  if (!limited) return { failure: null };
  const { reason, message } = limited;
  return { failure: reason === "cap" ? budgetWords(run) : (message ?? "A spending limit is reached.") };
}

/** Once, when nothing of it changes any more: it stays when runs of suites are deleted. */
async function writeOutcome(setup: RadarSetup, run: Open): Promise<void> {
  const { db } = setup;
  const outcome = await readOutcome({ db, workspace: { id: run.workspaceId } }, run);
  const written = await db.$executeRaw`
    UPDATE "RadarRun" SET outcome = ${JSON.stringify(outcome)}::json WHERE id = ${run.id}::uuid AND outcome IS NULL`;
  if (written > 0)
    await notify(setup, { topic: "proof", workspaceId: run.workspaceId, suiteRunId: run.id, ended: true });
}
