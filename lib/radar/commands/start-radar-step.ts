import "server-only";
import { z } from "zod";
import type { ActingKey, Context } from "@/lib/access/context";
import { isAllowed } from "@/lib/access/permissions";
import { scopesSchema } from "@/lib/auth/keys";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import type { RadarRun as RunRow, RadarStep as StepRow } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { endEarly } from "@/lib/proof/commands/end-suite-run";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import type { OpenModel } from "@/lib/proof/models/open-model";
import { suiteKinds } from "@/lib/proof/proof-options";
import { contextOfStarter } from "@/lib/proof/runs/open-suite-run";
import type { SuiteRun } from "@/lib/proof/schema";
import { findEarlierRun } from "../find-earlier-run";
import { sourceOfStep } from "../plan-radar";
import { requestKeyOf, stoppedWithIt } from "./end-radar-run";

export type RadarSetup = DatabaseContext & { openModel: OpenModel; now: () => Date };

/** What a later attempt may mend. */
const passing: ReadonlySet<string> = new Set(["CONFLICT"]);
/** What keeps a step from being tried; anything else is thrown, and tried again. */
const lasting: ReadonlySet<string> = new Set(["UNPROCESSABLE", "NOT_FOUND", "FORBIDDEN"]);

type Starting = {
  step: StepRow;
  /** US dollars that it may spend; null for no limit. */
  left: number | null;
};

/**
 * Starts the run of a suite that is next. `waits`: it goes on, or will be started later; `skipped`: it cannot be tried;
 * `gone`: nobody is left whom the radar run would be for, in words. Two servers that do it at once start one run.
 */
export async function startRadarStep(
  setup: RadarSetup,
  run: RunRow,
  { step, left }: Starting,
): Promise<"waits" | "skipped" | { gone: string }> {
  const starter = await actAsStarter(setup, run);
  if ("gone" in starter) return starter;
  const { context } = starter;
  try {
    const skill = await setup.db.skill.findUnique({ where: { id: step.skillId }, select: { name: true } });
    if (!skill) return "waits";
    const started = await startSuiteRun(
      context,
      {
        skill: skill.name,
        suite: z.enum(suiteKinds).parse(step.suite),
        source: sourceOfStep(step),
        model: step.role === "new" ? run.modelId : (run.againstId ?? run.modelId),
        repeats: run.repeats,
        capUsd: left,
        // A server that takes over from one that ended finds the very same run.
        requestKey: requestKeyOf(step),
        ...(step.agentSlug === null ? {} : { agent: step.agentSlug }),
      },
      setup.openModel,
    );
    await noteStarted(setup, run, { step, started });
    return "waits";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (passing.has(error.code)) return "waits";
    if (!lasting.has(error.code)) throw error;
    await setup.db.radarStep.updateMany({
      where: { id: step.id, state: "waiting" },
      data: { state: "skipped", reason: error.message },
    });
    return "skipped";
  }
}

/**
 * Where the radar run was stopped meanwhile, what has just begun is stopped with it, and still counted, unless what the
 * radar run came to is written already.
 */
async function noteStarted(
  setup: RadarSetup,
  run: RunRow,
  { step, started }: { step: StepRow; started: SuiteRun },
): Promise<void> {
  const { workspaceId } = run;
  await inTransaction(setup, async (context) => {
    const [held] = await context.db.$queryRaw<{ state: string }[]>`
      SELECT state FROM "RadarRun" WHERE id = ${run.id}::uuid AND outcome IS NULL FOR UPDATE`;
    if (!held) {
      await endEarly(context, { id: started.id, state: "stopped", failure: stoppedWithIt });
      return;
    }
    const { count } = await context.db.radarStep.updateMany({
      where: { id: step.id, state: { in: ["waiting", "not-reached"] } },
      data: {
        state: "running",
        suiteRunId: started.id,
        ...(await afterChange({ db: context.db, workspace: { id: workspaceId } }, run, { step, started })),
      },
    });
    if (held.state !== "running" && count > 0)
      await endEarly(context, { id: started.id, state: "stopped", failure: stoppedWithIt });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: run.id });
  });
}

/** A draft that was changed since the plan is held against runs of its bytes of now. */
async function afterChange(
  context: Parameters<typeof findEarlierRun>[0],
  { modelId, againstId }: RunRow,
  { step, started }: { step: StepRow; started: SuiteRun },
) {
  const { digest, suite, agent } = started;
  if (digest === step.digest) return {};
  const wanted = { skillId: step.skillId, suite, digest, agentSlug: agent.slug, modelId, againstId };
  return { digest, againstRunId: step.role === "new" ? await findEarlierRun(context, wanted) : null };
}

/** Whoever started it, with the key of their program, so that what it starts ends with that key too. */
async function actAsStarter(
  setup: RadarSetup,
  run: RunRow,
): Promise<{ context: Context } | { gone: string }> {
  const { workspaceId, startedById, startedByKeyId } = run;
  const starter = await contextOfStarter(setup, { workspaceId, startedById, startedByKeyId, now: setup.now });
  if ("gone" in starter) return starter;
  const { context } = starter;
  const key = startedByKeyId === null ? null : await findKey(setup, startedByKeyId);
  const acting = key ? { ...context, actor: { ...context.actor, key } } : context;
  return isAllowed(acting, "playground.rehearse")
    ? { context: acting }
    : { gone: "Whoever started this run may no longer rehearse here." };
}

async function findKey({ db }: DatabaseContext, id: string): Promise<ActingKey | null> {
  const row = await db.apiKey.findUnique({
    where: { id },
    select: { id: true, name: true, workspaceId: true, scopes: true },
  });
  return row && { ...row, scopes: scopesSchema.parse(row.scopes) };
}
