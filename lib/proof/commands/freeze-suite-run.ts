import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import type { HeldFile } from "@/lib/library/blobs";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import type { ChosenJudge } from "../judges/choose-judge";
import type { OpenedModel } from "../models/open-model";
import { type BesideColumns, besideColumnsOf, toBesideColumns } from "../plans/beside-columns";
import { kindOfRun } from "../plans/kind-of-run";
import { type NamedSubstitute, planSuiteRun } from "../plans/plan-suite-run";
import { readRepeatedRun } from "../plans/read-repeated-run";
import { requireFrozen } from "../plans/require-frozen";
import type { TriedCase } from "../suites/case-schema";
import { suiteDigestOf } from "../suites/suite-digest";
import type { TriedArm, TriedTask } from "../suites/task-schema";
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

/** What a run is made of, without its number and who started it when. */
export type FrozenRun = {
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
  > &
    BesideColumns & { repeats: number };
  dialects: string[];
  /** What each trial is in: of a trigger suite the one in which the skill is found. */
  arms: readonly TriedArm[];
  /** Or tasks, by their ids. */
  cases: string[];
  /** What a judge compares the answers to each task by; none without one. */
  criteria: { task: string; grader: number }[];
  models: OpenedModel[];
  capUsd: number | null;
  /** Whoever starts it has it judged though its self-check failed; of a repetition that was said before. */
  faultsAcknowledged: boolean;
};

/** What is tried is what there is now; the agent, the catalogue and the bytes stay so for the whole run. */
export async function freezePlanned(
  context: Context,
  asked: Parameters<typeof planSuiteRun>[1],
  { acknowledged, of }: { acknowledged: boolean; of: RunOfAttempt | null },
): Promise<FrozenRun> {
  const { settings } = asked;
  const plan = await planSuiteRun(context, asked);
  if (of) requireFrozen(plan, of.frozen);
  const { plans, agent, candidate, offer, model, effect, beside } = plan;
  const cases = effect?.tasks ?? plan.cases;
  const { suite, repeats, wholeMatrix, capUsd } = settings;
  // An attempt, and a neighbour, is held against runs of the same suite: what is wrong with it is wrong in all of them.
  const selfCheck = await checkBeforeRun(context, {
    plan,
    skill: asked.skill,
    acknowledged: acknowledged || of !== null || beside !== null,
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
      modelKind: kindOfRun(plan),
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
      ...toBesideColumns(beside),
      offer: json.parse(offer),
      suiteDigest: suiteDigestOf(plan),
      repeats,
      wholeMatrix,
      ...(selfCheck ? { selfCheck } : {}),
    },
    dialects: plans.map(({ presentation }) => presentation.dialect.id),
    arms: effect?.arms ?? onlyFound,
    cases: cases.map(({ id }) => id),
    criteria: effect?.judge ? criteriaOfTasks(effect.tasks) : [],
    models: modelsOf({ ...plan, judge: effect?.judge ?? null }),
    capUsd,
    faultsAcknowledged: acknowledged && selfCheck?.passed === false,
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
export async function freezeRepeated(
  context: Context,
  asked: Parameters<typeof readRepeatedRun>[1] & { skill: string },
): Promise<FrozenRun> {
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
      modelKind: kindOfRun(run),
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
      ...judgeColumns(judge),
      ...besideColumnsOf(row),
    },
    dialects,
    arms: arms.length > 0 ? arms : onlyFound,
    cases: [...cases, ...tasks].map(({ id }) => id),
    criteria: judge ? criteriaOfTasks(tasks) : [],
    models: modelsOf(run),
    capUsd,
    faultsAcknowledged: false,
  };
}
