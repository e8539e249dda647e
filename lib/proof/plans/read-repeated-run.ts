import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { SuiteRun as SuiteRunRow } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { findModelId } from "@/lib/models/find-model-id";
import { judgePromptDigest } from "@/lib/verdicts/judge-prompt";
import { type FrozenJudge, frozenJudgeSchema } from "../judges/judge-schema";
import type { OpenedModel, OpenModel } from "../models/open-model";
import type { EstimateSuiteRun, estimateSuiteRunSchema } from "../schema";
import { type TriedCase, triedCaseSchema } from "../suites/case-schema";
import { type TriedArm, type TriedTask, triedArmSchema, triedTaskSchema } from "../suites/task-schema";
import type { AskedBeside } from "./beside-schema";
import { type FrozenOffer, frozenOfferSchema } from "./frozen-offer";

type Asked = ReturnType<typeof estimateSuiteRunSchema.parse>;
type Repeating = { skillId: string; repeatOf: number; settings: Asked; openModel: OpenModel };

/** A run as it was frozen, to be tried once more. */
export type RepeatedRun = {
  row: SuiteRunRow;
  /** None in an effect run, which has tasks and arms. */
  cases: TriedCase[];
  tasks: TriedTask[];
  arms: TriedArm[];
  dialects: string[];
  offer: FrozenOffer;
  model: OpenedModel;
  /** Asked first in router mode, where it is another one. */
  router: OpenedModel | null;
  /** Who compared its answers; null where nobody did. */
  judge: { frozen: FrozenJudge; model: OpenedModel } | null;
  /** US dollars: the one that is asked for, else that of the run. */
  capUsd: number | null;
};

/**
 * What a repeated run tries. NOT_FOUND for a run that is not there. UNPROCESSABLE for one of an improvement, for
 * settings other than its own (only the cap may differ), and where its model is no more what it was.
 */
export async function readRepeatedRun(context: Context, asked: Repeating): Promise<RepeatedRun> {
  const { skillId, repeatOf, settings, openModel } = asked;
  const row = await context.db.suiteRun.findFirst({
    where: { skillId, number: repeatOf, workspaceId: context.workspace.id, removedAt: null },
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no run ${repeatOf} of this skill.`);
  if (row.improvementId !== null)
    throw new AppError(
      "UNPROCESSABLE",
      `Run ${repeatOf} belongs to an improvement and cannot be repeated: it tried words that this skill does not have. Start a new run.`,
    );
  const dialects = z
    .array(z.object({ id: z.string() }))
    .parse(row.dialects)
    .map(({ id }) => id);
  const isEffect = row.suite === "effect";
  const arms = z.array(triedArmSchema).parse(row.arms ?? []);
  await requireItsSettings(context, settings, { row, dialects, arms });
  const offer = frozenOfferSchema.parse(row.offer);
  const model = await openModel(context, row.modelId);
  if (model.address !== offer.address)
    throw new AppError(
      "UNPROCESSABLE",
      `The model ${model.model.info.name} was changed since run ${repeatOf}. Start a new run with it.`,
    );
  return {
    row,
    cases: isEffect ? [] : z.array(triedCaseSchema).parse(row.tried),
    tasks: isEffect ? z.array(triedTaskSchema).parse(row.tried) : [],
    arms,
    dialects,
    offer,
    model,
    router: await openRouter(context, { row, offer, openModel }),
    judge: await openJudge(context, { row, openModel }),
    capUsd: settings.capUsd === undefined ? (row.capUsd?.toNumber() ?? null) : settings.capUsd,
  };
}

async function openRouter(
  context: Context,
  { row, offer, openModel }: { row: SuiteRunRow; offer: FrozenOffer; openModel: OpenModel },
): Promise<OpenedModel | null> {
  if (offer.routerModel === null) return null;
  const router = await openModel(context, offer.routerModel);
  if ((offer.routerAddress ?? router.address) !== router.address)
    throw new AppError(
      "UNPROCESSABLE",
      `The router's model ${router.model.info.name} was changed since run ${row.number}. Start a new run.`,
    );
  return router;
}

async function openJudge(
  context: Context,
  { row, openModel }: { row: SuiteRunRow; openModel: OpenModel },
): Promise<RepeatedRun["judge"]> {
  if (row.judge === null) return null;
  const frozen = frozenJudgeSchema.parse(row.judge);
  const model = await openModel(context, frozen.id);
  if (model.address !== frozen.address || frozen.promptDigest !== judgePromptDigest)
    throw new AppError(
      "UNPROCESSABLE",
      `The judge ${frozen.name} is no more what it was in run ${row.number}. Start a new run.`,
    );
  return { frozen, model };
}

type Own = { row: SuiteRunRow; dialects: readonly string[]; arms: readonly TriedArm[] };

async function requireItsSettings(
  context: Context,
  asked: Asked,
  { row, dialects, arms }: Own,
): Promise<void> {
  const model = asked.model === undefined ? undefined : await findModelId(context, asked.model);
  const source = asked.source && keyOf(asked.source);
  const judge = typeof asked.judge === "string" ? await findModelId(context, asked.judge) : asked.judge;
  const pairs: readonly (readonly [keyof EstimateSuiteRun, unknown, unknown])[] = [
    ["suite", asked.suite, row.suite],
    ["agent", asked.agent, row.agentSlug],
    ["source", source, keyOf(row)],
    ["dialects", asked.dialects?.join(), dialects.join()],
    ["model", model, row.modelId],
    ["repeats", asked.repeats, row.repeats],
    ["wholeMatrix", asked.wholeMatrix, row.wholeMatrix],
    ["judge", judge, row.judgeModelId],
    ["approved", asked.approved, arms.some(({ arm }) => arm === "approved")],
    ["beside", asked.beside && besideKey(asked.beside), besideKeyOf(row)],
    ["leaveOut", asked.leaveOut?.join("\0"), arms.flatMap(({ leftOut }) => leftOut ?? []).join("\0")],
  ];
  const differing = pairs.flatMap(([name, wanted, own]) =>
    wanted === undefined || wanted === own ? [] : [name],
  );
  if (differing.length > 0)
    throw new AppError(
      "UNPROCESSABLE",
      `Run ${row.number} is repeated with its own settings, and asked for are others: ${differing.join(", ")}. Leave them out, or start a new run with them.`,
    );
}

const besideKey = ({ skill, follows, version }: AskedBeside): string =>
  `${skill} ${follows === "version" ? version : follows}`;

const besideKeyOf = ({ besideSkill, besideVersion, besideDigest }: SuiteRunRow): string | null =>
  besideSkill && `${besideSkill} ${besideVersion ?? (besideDigest === null ? "none" : "draft")}`;

/** Of a draft the revision is the run's own. */
const keyOf = ({ follows, version }: { follows: string; version?: number | null | undefined }): string =>
  follows === "version" ? `version ${version}` : follows;
