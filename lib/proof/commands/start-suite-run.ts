import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import type { HeldFile } from "@/lib/library/blobs";
import { getSkillId } from "@/lib/library/get-skill-id";
import { storeBlobs } from "@/lib/library/writes/store-blobs";
import { sha256 } from "@/lib/platform/crypto";
import type { TriedCase } from "../case-schema";
import { findRefusals } from "../find-refusals";
import { type OpenedModel, type OpenModel, openModel } from "../open-model";
import { openTools } from "../open-tools";
import { type NamedSubstitute, planSuiteRun } from "../plan-suite-run";
import { getSuiteRun } from "../queries";
import { readRepeatedRun } from "../read-repeated-run";
import { requireFrozen } from "../require-frozen";
import { type StartSuiteRun, type SuiteRun, settle, startSuiteRunSchema } from "../schema";
import type { TriedArm } from "../task-schema";
import { checkBeforeRun } from "./check-suite";

/** A run that tries texts which no skill has yet; it is its improvement's, and none of the skill's own runs. */
export type RunOfAttempt = {
  improvementId: string;
  attempt: number;
  startedByKeyId: string | null;
  instead: readonly NamedSubstitute[];
  /** Of what is tried instead, the files that may lie nowhere yet. */
  files: readonly HeldFile[];
  /** What else is offered, by the ids of the skills, and by which revision of the agent: all attempts need the same. */
  frozen: { agentRevision: number; digests: ReadonlyMap<string, string> };
};

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
    ...settings
  } = startSuiteRunSchema.parse(input);
  const skillId = await getSkillId(context, skill);
  const known = await findByKey(context, skillId, requestKey);
  if (known !== null) return getSuiteRun(context, { skill, number: known });
  const { repeatOf } = settings;
  const frozen =
    repeatOf === undefined
      ? await planned(
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
      : await repeated(context, { skill, skillId, repeatOf, settings, openModel: open });
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

/** What a run is made of, without its number and who started it when. */
type Frozen = {
  row: Omit<
    Prisma.SuiteRunUncheckedCreateInput,
    | "id"
    | "number"
    | "startedById"
    | "startedByKeyId"
    | "createdAt"
    | "workspaceId"
    | "skillId"
    | "capUsd"
    | "improvementId"
    | "improvementAttempt"
  > & { repeats: number };
  dialects: string[];
  /** What each trial is in: of a trigger suite the one in which the skill is found. */
  arms: readonly TriedArm[];
  /** Or tasks, by their ids. */
  cases: string[];
  models: OpenedModel[];
  capUsd: number | null;
};

async function planned(
  context: Context,
  asked: Parameters<typeof planSuiteRun>[1],
  { acknowledged, of }: { acknowledged: boolean; of: RunOfAttempt | null },
): Promise<Frozen> {
  const { settings } = asked;
  const plan = await planSuiteRun(context, asked);
  if (of) requireFrozen(plan, of.frozen);
  const { plans, agent, candidate, offer, model, effect } = plan;
  const cases = effect?.tasks ?? plan.cases;
  const { suite, repeats, wholeMatrix, capUsd } = settings;
  // An attempt is held against runs of the same catalogue: what is wrong with a suite is wrong in all of them.
  const selfCheck = await checkBeforeRun(context, {
    plan,
    skill: asked.skill,
    acknowledged: acknowledged || of !== null,
  });
  return {
    row: {
      skillName: asked.skill,
      suite,
      follows: settings.source.follows,
      version: candidate.version,
      revision: candidate.revision,
      digest: candidate.digest,
      agentId: agent.id,
      agentSlug: agent.slug,
      agentName: agent.name,
      agentRevision: agent.revision,
      modelId: plan.modelId,
      modelName: model.model.info.name,
      modelKind: model.model.info.kind,
      dialects: plans.map(({ presentation: { dialect, mode } }) => ({
        id: dialect.id,
        name: dialect.title,
        mode,
      })),
      cases: cases.length,
      shouldFind: countOwn(plan.cases, asked.skill),
      tried: json.parse({ cases }).cases ?? [],
      ...(effect ? { arms: effect.arms, approvedVersion: effect.approved?.version ?? null } : {}),
      offer: json.parse(offer),
      suiteDigest: sha256(JSON.stringify(effect ? effect.tasks : cases.map(({ id }) => id))),
      repeats,
      wholeMatrix,
      ...(selfCheck ? { selfCheck } : {}),
    },
    dialects: plans.map(({ presentation }) => presentation.dialect.id),
    arms: effect?.arms ?? onlyFound,
    cases: cases.map(({ id }) => id),
    models: modelsOf(plan),
    capUsd,
  };
}

const modelsOf = ({ model, router }: { model: OpenedModel; router: OpenedModel | null }): OpenedModel[] =>
  router ? [model, router] : [model];
/** What trials of a trigger suite are in. */
const onlyFound: readonly TriedArm[] = [{ arm: "found", leftOut: null }];

/** Optional fields that are not there are no JSON. */
const json = z.preprocess((value) => JSON.parse(JSON.stringify(value)), z.record(z.string(), z.json()));

const countOwn = (cases: readonly TriedCase[], skill: string): number =>
  cases.filter(({ expected }) => expected.kind === "skill" && expected.name === skill).length;

/** The same once more, to the byte: cases, offer and settings are those of the run that is repeated. */
async function repeated(
  context: Context,
  asked: Parameters<typeof readRepeatedRun>[1] & { skill: string },
): Promise<Frozen> {
  const run = await readRepeatedRun(context, asked);
  const { row, dialects, cases, tasks, arms, capUsd } = run;
  return {
    row: {
      skillName: row.skillName ?? asked.skill,
      suite: row.suite,
      follows: row.follows,
      version: row.version,
      revision: row.revision,
      digest: row.digest,
      agentId: row.agentId,
      agentSlug: row.agentSlug,
      agentName: row.agentName,
      agentRevision: row.agentRevision,
      modelId: row.modelId,
      modelName: row.modelName,
      modelKind: row.modelKind,
      cases: row.cases,
      shouldFind: row.shouldFind,
      suiteDigest: row.suiteDigest,
      repeats: row.repeats,
      wholeMatrix: row.wholeMatrix,
      repeatOf: row.number,
      dialects: row.dialects ?? [],
      tried: row.tried ?? [],
      offer: row.offer ?? {},
      ...(row.selfCheck === null ? {} : { selfCheck: row.selfCheck }),
      ...(arms.length > 0 ? { arms, approvedVersion: row.approvedVersion } : {}),
    },
    dialects,
    arms: arms.length > 0 ? arms : onlyFound,
    cases: [...cases, ...tasks].map(({ id }) => id),
    models: modelsOf(run),
    capUsd,
  };
}

type Insert = {
  skill: string;
  skillId: string;
  frozen: Frozen;
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
    await appendAudit(context, {
      action: "suite-run.started",
      object: { type: "suite-run", id, name: `${skill}, run ${number}` },
      detail: { number, digest: row.digest, model: row.modelName, trials, capUsd },
    });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id });
    return number;
  });
}
