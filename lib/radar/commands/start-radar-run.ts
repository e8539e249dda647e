import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import { planRadar, type RadarPlan } from "../plan-radar";
import { getRadarRun } from "../queries";
import { radarLimits } from "../radar-options";
import { type RadarRun, type StartRadar, startRadarSchema } from "../schema";

/**
 * Starts a radar run and answers at once; the servers start its runs of suites one after the other. Which bytes, agents and
 * earlier runs it is about is settled now. The same request key gives the same run. Throws as `planRadar` does, CONFLICT
 * while too many go on.
 */
export async function startRadarRun(
  context: Context,
  input: StartRadar,
  open: OpenModel = openModel,
): Promise<RadarRun> {
  requirePermission(context, "playground.rehearse");
  const { requestKey, ...settings } = startRadarSchema.parse(input);
  const known = await findByKey(context, requestKey);
  if (known !== null) return getRadarRun(context, { number: known });
  const plan = await planRadar(context, settings, open);
  const [refusal] = plan.refusals;
  if (refusal) throw refusal;
  const [first] = plan.steps;
  if (first && plan.steps.every(({ problem }) => problem !== null))
    throw new AppError(
      "UNPROCESSABLE",
      `None of these skills can be tried. ${first.skill}: ${first.problem}`,
    );
  return getRadarRun(context, { number: await insert(context, plan, requestKey) });
}

async function findByKey({ db, workspace }: Context, requestKey: string | undefined): Promise<number | null> {
  if (requestKey === undefined) return null;
  const row = await db.radarRun.findFirst({
    where: { workspaceId: workspace.id, requestKey },
    select: { number: true },
  });
  return row?.number ?? null;
}

function insert(context: Context, plan: RadarPlan, requestKey: string | undefined): Promise<number> {
  const id = randomUUID();
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { db, workspace, actor } = context;
    const workspaceId = workspace.id;
    await db.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`radar runs ${workspaceId}`}, 0)) IS NULL AS held`;
    const known = await findByKey(context, requestKey);
    if (known !== null) return known;
    const goingOn = await db.radarRun.count({ where: { workspaceId, state: "running" } });
    if (goingOn >= radarLimits.goingOn)
      throw new AppError("CONFLICT", `${goingOn} radar runs go on here already. Wait for one, or stop it.`);
    const last = await db.radarRun.aggregate({ where: { workspaceId }, _max: { number: true } });
    const number = (last._max.number ?? 0) + 1;
    const { model, against, agent, repeats, capUsd, steps } = plan;
    await db.radarRun.create({
      data: {
        id,
        workspaceId,
        number,
        modelId: model.id,
        modelName: model.name,
        againstId: against?.id ?? null,
        againstName: against?.name ?? null,
        agentSlug: agent?.slug ?? null,
        agentName: agent?.name ?? null,
        repeats,
        capUsd,
        requestKey: requestKey ?? null,
        startedById: actor.userId,
        startedByKeyId: actor.key?.id ?? null,
        createdAt: context.now(),
      },
    });
    await db.radarStep.createMany({
      data: steps.map(({ skill: _, estimate, problem, ...step }, at) => ({
        ...step,
        workspaceId,
        radarRunId: id,
        position: at + 1,
        state: problem === null ? "waiting" : "skipped",
        reason: problem,
        estimateUsd: estimate?.usd?.high ?? null,
      })),
    });
    await appendAudit(context, {
      action: "radar-run.started",
      object: { type: "radar-run", id, name: `Radar run ${number}` },
      detail: { number, model: model.name, runs: steps.length, capUsd },
    });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id });
    return number;
  });
}
