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
import { getSkillId } from "@/lib/library/get-skill-id";
import { sha256 } from "@/lib/platform/crypto";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import type { TriedCase } from "../case-schema";
import type { ChosenJudge } from "../choose-judge";
import { findRefusals } from "../find-refusals";
import { type OpenedModel, type OpenModel, openModel } from "../open-model";
import { openTools } from "../open-tools";
import { planSuiteRun } from "../plan-suite-run";
import { judgedArms } from "../proof-options";
import { getSuiteRun } from "../queries";
import { readRepeatedRun } from "../read-repeated-run";
import { type StartSuiteRun, type SuiteRun, settle, startSuiteRunSchema } from "../schema";
import type { TriedArm, TriedTask } from "../task-schema";

/**
 * Starts a run of a skill's suite and answers at once; the servers carry out its trials. What it tries is frozen now.
 * The same request key gives the same run. UNPROCESSABLE for what cannot be tried, with the reason.
 */
export async function startSuiteRun(
  context: Context,
  input: StartSuiteRun & { skill: string },
  open: OpenModel = openModel,
): Promise<SuiteRun> {
  requirePermission(context, "playground.rehearse");
  const { skill } = input;
  const { requestKey, ...settings } = startSuiteRunSchema.parse(input);
  const skillId = await getSkillId(context, skill);
  const known = await findByKey(context, skillId, requestKey);
  if (known !== null) return getSuiteRun(context, { skill, number: known });
  const { repeatOf } = settings;
  const frozen =
    repeatOf === undefined
      ? await planned(context, { skill, skillId, settings: settle(settings), openModel: open, openTools })
      : await repeated(context, { skill, skillId, repeatOf, settings, openModel: open });
  const number = await insert(context, { skill, skillId, frozen, requestKey });
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

/** What a run is made of, without its number and who started it when. */
type Frozen = {
  row: Omit<
    Prisma.SuiteRunUncheckedCreateInput,
    "id" | "number" | "startedById" | "startedByKeyId" | "createdAt" | "workspaceId" | "skillId" | "capUsd"
  > & { repeats: number };
  dialects: string[];
  /** What each trial is in: of a trigger suite the one in which the skill is found. */
  arms: readonly TriedArm[];
  /** Or tasks, by their ids. */
  cases: string[];
  /** What a judge compares the answers to each task by; none without one. */
  criteria: { task: string; grader: number }[];
  models: OpenedModel[];
  capUsd: number | null;
};

async function planned(context: Context, asked: Parameters<typeof planSuiteRun>[1]): Promise<Frozen> {
  const { settings } = asked;
  const plan = await planSuiteRun(context, asked);
  const { plans, agent, candidate, offer, model, effect } = plan;
  const cases = effect?.tasks ?? plan.cases;
  const { suite, repeats, wholeMatrix, capUsd } = settings;
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
      ...judgeColumns(effect?.judge ?? null),
      offer: json.parse(offer),
      suiteDigest: sha256(JSON.stringify(effect ? effect.tasks : cases.map(({ id }) => id))),
      repeats,
      wholeMatrix,
    },
    dialects: plans.map(({ presentation }) => presentation.dialect.id),
    arms: effect?.arms ?? onlyFound,
    cases: cases.map(({ id }) => id),
    criteria: effect?.judge ? criteriaOfTasks(effect.tasks) : [],
    models: modelsOf({ ...plan, judge: effect?.judge ?? null }),
    capUsd,
  };
}

type Judge = NonNullable<ChosenJudge["judge"]>;

const judgeColumns = (judge: Judge | null) =>
  judge ? { judge: judge.frozen, judgeModelId: judge.frozen.id } : {};

const criteriaOfTasks = (tasks: readonly TriedTask[]) =>
  tasks.flatMap((task) => criteriaOf(task).map(({ grader }) => ({ task: task.id, grader })));

type Models = { model: OpenedModel; router: OpenedModel | null; judge: Judge | null };

const modelsOf = ({ model, router, judge }: Models): OpenedModel[] =>
  [model, router, judge?.model ?? null].filter((one) => one !== null);
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
  const { row, dialects, cases, tasks, arms, judge, capUsd } = run;
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
      ...(arms.length > 0 ? { arms, approvedVersion: row.approvedVersion } : {}),
      ...judgeColumns(judge),
    },
    dialects,
    arms: arms.length > 0 ? arms : onlyFound,
    cases: [...cases, ...tasks].map(({ id }) => id),
    criteria: judge ? criteriaOfTasks(tasks) : [],
    models: modelsOf(run),
    capUsd,
  };
}

type Insert = { skill: string; skillId: string; frozen: Frozen; requestKey: string | undefined };

async function insert(context: Context, { skill, skillId, frozen, requestKey }: Insert): Promise<number> {
  const { row, dialects, cases, arms, models, capUsd } = frozen;
  const trials = dialects.length * arms.length * cases.length * row.repeats;
  const id = randomUUID();
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { db, workspace, actor } = context;
    const workspaceId = workspace.id;
    const held = await db.$queryRaw<unknown[]>`
      SELECT id FROM "Skill" WHERE id = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    if (held.length === 0) throw new AppError("NOT_FOUND", "This skill is gone.");
    const known = await findByKey(context, skillId, requestKey);
    if (known !== null) return known;
    // Of several skills' runs that start at once each is counted.
    await db.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`suite runs ${workspaceId}`}, 0)) IS NULL AS held`;
    const [refusal] = await findRefusals(context, { trials, capUsd, models });
    if (refusal) throw refusal;
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
        startedByKeyId: actor.key?.id ?? null,
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
      detail: { number, digest: row.digest, model: row.modelName, trials, capUsd },
    });
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id });
    return number;
  });
}

/** Each pair of answers that a judge may have to compare: both arms with the skill against the one without. */
async function insertJudgements(
  { db, workspace }: Context,
  { id, row, dialects, criteria }: Frozen & { id: string },
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
