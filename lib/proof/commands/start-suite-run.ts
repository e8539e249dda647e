import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { bringBlobs, storeBlobs } from "@/lib/library/writes/store-blobs";
import { type OpenModel, openModel } from "../models/open-model";
import { openTools } from "../models/open-tools";
import { findRefusals } from "../plans/find-refusals";
import { judgedArms } from "../proof-options";
import { getSuiteRun } from "../queries";
import { type StartSuiteRun, type SuiteRun, settle, startSuiteRunSchema } from "../schema";
import { type FrozenRun, freezePlanned, freezeRepeated, type RunOfAttempt } from "./freeze-suite-run";

/**
 * Starts a run of a skill's suite and answers at once; the servers carry out its trials. What it tries is frozen now.
 * The same request key gives the same run. UNPROCESSABLE for what cannot be tried, with the reason.
 */
export async function startSuiteRun(
  context: Context,
  input: StartSuiteRun & { skill: string },
  open: OpenModel = openModel,
  of: RunOfAttempt | null = null,
): Promise<SuiteRun> {
  requirePermission(context, "playground.rehearse");
  const { skill } = input;
  const {
    requestKey,
    acknowledgeFaults: acknowledged = false,
    digest,
    ...settings
  } = startSuiteRunSchema.parse(input);
  const skillId = await getSkillId(context, skill);
  const known = await findByKey(context, skillId, requestKey);
  if (known !== null) return getSuiteRun(context, { skill, number: known });
  const { repeatOf } = settings;
  // Hosts read the files while it is planned.
  if (of) await bringBlobs(context, of.files);
  const frozen =
    repeatOf === undefined
      ? await freezePlanned(
          context,
          {
            skill,
            skillId,
            settings: settle(settings),
            openModel: open,
            openTools,
            ...(of ? { instead: of.instead } : {}),
          },
          { acknowledged, of },
        )
      : await freezeRepeated(context, { skill, skillId, repeatOf, settings, openModel: open });
  if (digest !== undefined && frozen.row.digest !== digest)
    throw new AppError(
      "CONFLICT",
      `It is ${frozen.row.digest} by now, not what was meant: somebody saved or published another meanwhile.`,
    );
  const number = await insert(context, { skill, skillId, frozen, requestKey, of });
  return getSuiteRun(context, { skill, number });
}

async function findByKey(
  { db, workspace }: Context,
  skillId: string,
  requestKey: string | undefined,
): Promise<number | null> {
  if (requestKey === undefined) return null;
  const row = await db.suiteRun.findFirst({
    where: { skillId, requestKey, workspaceId: workspace.id },
    select: { number: true },
  });
  return row?.number ?? null;
}

/** Of one attempt each suite runs once, however many servers begin it. */
async function findOfAttempt(
  { db, workspace }: Context,
  skillId: string,
  { improvementId, attempt }: RunOfAttempt,
): Promise<number | null> {
  const row = await db.suiteRun.findFirst({
    where: { skillId, improvementId, improvementAttempt: attempt, workspaceId: workspace.id },
    select: { number: true },
  });
  return row?.number ?? null;
}

/** A search that ends meanwhile either waits for its run and ends it, or has none: CONFLICT. */
async function holdSearch({ db, workspace }: Context, { improvementId }: RunOfAttempt): Promise<void> {
  const held = await db.$queryRaw<unknown[]>`
    SELECT id FROM "Improvement"
    WHERE id = ${improvementId}::uuid AND "workspaceId" = ${workspace.id}::uuid AND state = 'running' FOR SHARE`;
  if (held.length === 0) throw new AppError("CONFLICT", "The search that it belongs to has ended.");
}

type Insert = {
  skill: string;
  skillId: string;
  frozen: FrozenRun;
  requestKey: string | undefined;
  of: RunOfAttempt | null;
};

async function insert(context: Context, asked: Insert): Promise<number> {
  const { skill, skillId, frozen, requestKey, of } = asked;
  const { row, dialects, cases, arms, models, capUsd } = frozen;
  const trials = dialects.length * arms.length * cases.length * row.repeats;
  const id = randomUUID();
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { db, workspace, actor } = context;
    const workspaceId = workspace.id;
    if (of) await holdSearch(context, of);
    const held = await db.$queryRaw<unknown[]>`
      SELECT id FROM "Skill" WHERE id = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    if (held.length === 0) throw new AppError("NOT_FOUND", "This skill is gone.");
    const known = of
      ? await findOfAttempt(context, skillId, of)
      : await findByKey(context, skillId, requestKey);
    if (known !== null) return known;
    // Of several skills' runs that start at once each is counted.
    await db.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`suite runs ${workspaceId}`}, 0)) IS NULL AS held`;
    const [refusal] = await findRefusals(context, { trials, capUsd, models });
    if (refusal) throw refusal;
    if (of) await storeBlobs(context, of.files);
    const last = await db.suiteRun.aggregate({ where: { skillId }, _max: { number: true } });
    const number = (last._max.number ?? 0) + 1;
    await db.suiteRun.create({
      data: {
        ...row,
        capUsd,
        id,
        workspaceId,
        skillId,
        number,
        requestKey: requestKey ?? null,
        startedById: actor.userId,
        startedByKeyId: actor.key?.id ?? of?.startedByKeyId ?? null,
        ...(of ? { improvementId: of.improvementId, improvementAttempt: of.attempt } : {}),
        createdAt: context.now(),
      },
    });
    await db.$executeRaw`
      INSERT INTO "Trial" (id, "suiteRunId", "workspaceId", position, dialect, arm, "leftOut", "caseId", repeat)
      SELECT gen_random_uuid(), ${id}::uuid, ${workspaceId}::uuid,
        row_number() OVER (ORDER BY repeat, dialect.at, arm.at, tried.at), dialect.id, arm.name, nullif(arm."leftOut", ''),
        tried.id, repeat
      FROM generate_series(1, ${row.repeats}::int) AS repeat,
        unnest(${dialects}::text[]) WITH ORDINALITY AS dialect(id, at),
        unnest(${arms.map(({ arm }) => arm)}::text[], ${arms.map(({ leftOut }) => leftOut ?? "")}::text[])
          WITH ORDINALITY AS arm(name, "leftOut", at),
        unnest(${cases}::text[]) WITH ORDINALITY AS tried(id, at)`;
    await insertJudgements(context, { ...frozen, id });
    await appendAudit(context, {
      action: "suite-run.started",
      object: { type: "suite-run", id, name: `${skill}, run ${number}` },
      detail: {
        number,
        digest: row.digest,
        model: row.modelName,
        trials,
        capUsd,
        ...(frozen.faultsAcknowledged ? { faultsAcknowledged: true } : {}),
        ...(row.besideSkill ? { beside: row.besideSkill, besideDigest: row.besideDigest } : {}),
      },
    });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id });
    return number;
  });
}

/** Each pair of answers that a judge may have to compare: both arms with the skill against the one without. */
async function insertJudgements(
  { db, workspace }: Context,
  { id, row, dialects, criteria }: FrozenRun & { id: string },
): Promise<void> {
  if (criteria.length === 0) return;
  await db.$executeRaw`
    INSERT INTO "Judgement" (id, "suiteRunId", "workspaceId", position, dialect, arm, "caseId", repeat, grader)
    SELECT gen_random_uuid(), ${id}::uuid, ${workspace.id}::uuid,
      row_number() OVER (ORDER BY repeat, dialect.at, arm.at, asked.at), dialect.id, arm.name, asked.task, repeat,
      asked.grader
    FROM generate_series(1, ${row.repeats}::int) AS repeat,
      unnest(${dialects}::text[]) WITH ORDINALITY AS dialect(id, at),
      unnest(${[...judgedArms]}::text[]) WITH ORDINALITY AS arm(name, at),
      unnest(${criteria.map(({ task }) => task)}::text[], ${criteria.map(({ grader }) => grader)}::int[])
        WITH ORDINALITY AS asked(task, grader, at)`;
}
