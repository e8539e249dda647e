import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { type OpenModel, openModel } from "@/lib/proof/models/open-model";
import { kindOfRun } from "@/lib/proof/plans/kind-of-run";
import { findProblems } from "../estimate-improvement";
import { improvementLimits } from "../improvement-options";
import { type ImprovementPlan, planImprovement } from "../plan-improvement";
import { getImprovement } from "../queries";
import {
  type Improvement,
  type ImprovementSettings,
  type StartImprovement,
  startImprovementSchema,
} from "../schema";

/**
 * Begins a search for better or shorter descriptions and answers at once; the servers go on with it. What it works with is
 * frozen now. The same request key gives the same search. UNPROCESSABLE for what cannot be tried, with the reason; CONFLICT
 * while as many go on as may.
 */
export async function startImprovement(
  context: Context,
  input: StartImprovement,
  open: OpenModel = openModel,
): Promise<Improvement> {
  requirePermission(context, "playground.rehearse");
  requirePermission(context, "discussion.comment");
  const { requestKey, ...settings } = startImprovementSchema.parse(input);
  const known = await findByKey(context, requestKey);
  if (known !== null) return getImprovement(context, { improvement: known });
  const planned = await planImprovement(context, { settings, openModel: open });
  const [problem] = await findProblems(context, settings, planned);
  if (problem !== undefined) throw new AppError("UNPROCESSABLE", problem);
  try {
    const id = await insert(context, settings, planned, requestKey);
    return await getImprovement(context, { improvement: id });
  } catch (error) {
    const first = isUniqueViolation(error) ? await findByKey(context, requestKey) : null;
    if (first === null) throw error;
    return getImprovement(context, { improvement: first });
  }
}

async function findByKey({ db, workspace }: Context, requestKey: string | undefined): Promise<string | null> {
  if (requestKey === undefined) return null;
  const row = await db.improvement.findFirst({
    where: { workspaceId: workspace.id, requestKey },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** Optional fields that are not there are no JSON. */
const json = z.preprocess((value) => JSON.parse(JSON.stringify(value)), z.record(z.string(), z.json()));

async function insert(
  context: Context,
  { kind, to, capUsd = null }: ImprovementSettings,
  planned: ImprovementPlan,
  requestKey: string | undefined,
): Promise<string> {
  const { run, model, proposer, plan, skillId } = planned;
  const { agent } = run.started;
  const { dialect } = run.presentation;
  return inPermittedTransaction(context, "discussion.comment", async (context) => {
    const { db, workspace, actor } = context;
    const workspaceId = workspace.id;
    await db.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`improvements ${workspaceId}`}, 0)) IS NULL AS held`;
    const goingOn = await db.improvement.count({ where: { workspaceId, state: "running" } });
    if (goingOn >= improvementLimits.goingOn)
      throw new AppError("CONFLICT", `${goingOn} searches go on here already. Wait for one, or stop it.`);
    const now = context.now();
    const { id } = await db.improvement.create({
      data: {
        workspaceId,
        kind,
        skillId,
        agentId: agent.id,
        agentSlug: agent.slug,
        agentName: agent.name,
        dialect: dialect.id,
        dialectName: dialect.title,
        modelId: planned.modelId,
        modelName: model.model.info.name,
        modelKind: kindOfRun(planned),
        proposerId: planned.proposerId,
        proposerName: proposer.model.info.name,
        proposerKind: proposer.model.info.kind,
        repeats: planned.repeats,
        wanted: planned.wanted,
        target: to ?? null,
        capUsd,
        plan: json.parse(plan),
        requestKey: requestKey ?? null,
        startedById: actor.userId,
        startedByKeyId: actor.key?.id ?? null,
        createdAt: now,
        attempts: { create: [{ workspaceId, position: 0, createdAt: now }] },
      },
      select: { id: true },
    });
    await appendAudit(context, {
      action: "improvement.started",
      object: {
        type: "improvement",
        id,
        name: nameOf(
          kind,
          plan.subjects.map(({ skill }) => skill),
        ),
      },
      detail: { kind, model: model.model.info.name, agent: agent.slug, capUsd },
    });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id });
    return id;
  });
}

const nameOf = (kind: string, skills: readonly string[]): string =>
  `${kind} ${skills.length === 1 ? (skills[0] ?? "") : `${skills.length} skills`}`;
