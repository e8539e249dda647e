import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { notify } from "@/lib/db/bus";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { sha256 } from "@/lib/platform/crypto";
import type { TriedCase } from "../case-schema";
import { type OpenModel, openModel } from "../open-model";
import { planSuiteRun, type SuiteRunPlan } from "../plan-suite-run";
import { suiteLimits } from "../proof-options";
import { getSuiteRun } from "../queries";
import type { SuiteRun } from "../schema";
import { type StartSuiteRun, startSuiteRunSchema } from "../schema";

type Settings = ReturnType<typeof startSuiteRunSchema.parse>;

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
  const settings = startSuiteRunSchema.parse(input);
  const skillId = await getSkillId(context, skill);
  const known = await findByKey(context, skillId, settings.requestKey);
  if (known !== null) return getSuiteRun(context, { skill, number: known });
  const row =
    settings.repeatOf === undefined
      ? await planned(context, { skill, skillId, settings, openModel: open })
      : await repeated(context, { skillId, repeatOf: settings.repeatOf });
  const number = await insert(context, { skillId, row, requestKey: settings.requestKey });
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
type Frozen = Omit<
  Prisma.SuiteRunUncheckedCreateInput,
  "id" | "number" | "startedById" | "createdAt" | "workspaceId" | "skillId"
> & {
  ids: { dialects: string[]; cases: string[]; repeats: number };
};

async function planned(
  context: Context,
  asked: Parameters<typeof planSuiteRun>[1] & { settings: Settings },
): Promise<Frozen> {
  const { settings } = asked;
  const plan = await planSuiteRun(context, asked);
  requireAffordable(plan, settings.capUsd);
  const { cases, plans, agent, candidate, offer, model } = plan;
  return {
    suite: settings.suite,
    ...{ follows: settings.source.follows, ...candidate },
    ...{ agentId: agent.id, agentSlug: agent.slug, agentName: agent.name, agentRevision: agent.revision },
    ...{ modelId: plan.modelId, modelName: model.model.info.name, modelKind: model.model.info.kind },
    dialects: plans.map(({ presentation: { dialect, mode } }) => ({
      id: dialect.id,
      name: dialect.title,
      mode,
    })),
    ...{
      cases: cases.length,
      shouldFind: countOwn(cases, asked.skill),
      tried: cases,
      offer: json.parse(offer),
    },
    suiteDigest: sha256(JSON.stringify(cases.map(({ id }) => id))),
    ...{ repeats: settings.repeats, wholeMatrix: settings.wholeMatrix, capUsd: settings.capUsd },
    ids: {
      dialects: plans.map(({ presentation }) => presentation.dialect.id),
      cases: cases.map(({ id }) => id),
      repeats: settings.repeats,
    },
  };
}

/** Optional fields that are not there are no JSON. */
const json = z.preprocess((value) => JSON.parse(JSON.stringify(value)), z.record(z.string(), z.json()));

const countOwn = (cases: readonly TriedCase[], skill: string): number =>
  cases.filter(({ expected }) => expected.kind === "skill" && expected.name === skill).length;

function requireAffordable({ model }: SuiteRunPlan, capUsd: number | null): void {
  const { prices } = model;
  if (capUsd === null || prices === null) return;
  if (prices.input === null || prices.output === null)
    throw new AppError(
      "UNPROCESSABLE",
      `Nobody has said what ${model.model.info.name} costs, so no limit can be kept. Enter its prices in Settings, Models, or start without a limit.`,
    );
}

/** The same once more, to the byte: cases, offer and settings are those of the run that is repeated. */
async function repeated(
  { db, workspace }: Context,
  { skillId, repeatOf }: { skillId: string; repeatOf: number },
): Promise<Frozen> {
  const row = await db.suiteRun.findFirst({
    where: { skillId, number: repeatOf, workspaceId: workspace.id },
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no run ${repeatOf} of this skill.`);
  const { suite, follows, version, revision, digest, agentId, agentSlug, agentName, agentRevision } = row;
  const { modelId, modelName, modelKind, cases, shouldFind, suiteDigest, repeats, wholeMatrix, capUsd } = row;
  const ids = await db.$queryRaw<{ dialects: string[]; cases: string[] }[]>`
    SELECT array(SELECT d ->> 'id' FROM json_array_elements(dialects) WITH ORDINALITY AS a(d, at) ORDER BY at) AS dialects,
      array(SELECT c ->> 'id' FROM json_array_elements(tried) WITH ORDINALITY AS a(c, at) ORDER BY at) AS cases
    FROM "SuiteRun" WHERE id = ${row.id}::uuid`;
  const [{ dialects, cases: caseIds } = { dialects: [], cases: [] }] = ids;
  return {
    ...{ suite, follows, version, revision, digest, agentId, agentSlug, agentName, agentRevision },
    ...{
      modelId,
      modelName,
      modelKind,
      cases,
      shouldFind,
      suiteDigest,
      repeats,
      wholeMatrix,
      capUsd,
      repeatOf,
    },
    ...{ dialects: row.dialects ?? [], tried: row.tried ?? [], offer: row.offer ?? {} },
    ids: { dialects, cases: caseIds, repeats },
  };
}

type Insert = { skillId: string; row: Frozen; requestKey: string | undefined };

async function insert(context: Context, { skillId, row, requestKey }: Insert): Promise<number> {
  const { ids, ...frozen } = row;
  const trials = ids.dialects.length * ids.cases.length * ids.repeats;
  if (trials > suiteLimits.trials)
    throw new AppError(
      "UNPROCESSABLE",
      `That would be ${trials} trials; a run has at most ${suiteLimits.trials}. Choose fewer repeats or hosts.`,
    );
  const id = randomUUID();
  return inPermittedTransaction(context, "playground.rehearse", async (context) => {
    const { db, workspace, actor } = context;
    const workspaceId = workspace.id;
    const held = await db.$queryRaw<unknown[]>`
      SELECT id FROM "Skill" WHERE id = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    if (held.length === 0) throw new AppError("NOT_FOUND", "This skill is gone.");
    const known = await findByKey(context, skillId, requestKey);
    if (known !== null) return known;
    const goingOn = await db.suiteRun.count({
      where: { workspaceId, state: { in: ["queued", "running"] } },
    });
    if (goingOn >= suiteLimits.goingOn)
      throw new AppError("CONFLICT", `${goingOn} runs go on here already. Wait for one, or stop it.`);
    const last = await db.suiteRun.aggregate({ where: { skillId }, _max: { number: true } });
    const number = (last._max.number ?? 0) + 1;
    await db.suiteRun.create({
      data: {
        ...frozen,
        ...{ id, workspaceId, skillId, number, requestKey: requestKey ?? null },
        ...{ startedById: actor.userId, createdAt: context.now() },
      },
    });
    await db.$executeRaw`
      INSERT INTO "Trial" (id, "suiteRunId", "workspaceId", position, dialect, "caseId", repeat)
      SELECT gen_random_uuid(), ${id}::uuid, ${workspaceId}::uuid,
        row_number() OVER (ORDER BY repeat, dialect.at, tried.at), dialect.id, tried.id, repeat
      FROM generate_series(1, ${ids.repeats}::int) AS repeat,
        unnest(${ids.dialects}::text[]) WITH ORDINALITY AS dialect(id, at),
        unnest(${ids.cases}::text[]) WITH ORDINALITY AS tried(id, at)`;
    await notify(context, { topic: "proof", workspaceId, suiteRunId: id });
    return number;
  });
}
