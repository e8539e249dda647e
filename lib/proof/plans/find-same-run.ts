import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteRun as SuiteRunRow } from "@/lib/db/generated/client";
import { frozenJudgeSchema } from "../judges/judge-schema";
import { findCatalogueChanges, isAnsweredAlike } from "../proven/alike-runs";
import type { SuiteRunSettings } from "../schema";
import { suiteDigestOf } from "../suites/suite-digest";
import { triedArmSchema } from "../suites/task-schema";
import { kindOfRun } from "./kind-of-run";
import type { SuiteRunPlan } from "./plan-suite-run";

/** So many are looked at, the newest first. */
const mostLookedAt = 20;

/**
 * The number of the newest run that asked exactly what is planned and came to its end: the same bytes and cases in the same
 * hosts and arms, as often, beside the same catalogue, of the same models and judge. A repeat is none: it was begun to see
 * whether it says the same. Null where there is none, and where no live model answers.
 */
export async function findSameRun(
  { db, workspace }: WorkspaceContext,
  plan: SuiteRunPlan,
  { suite, repeats, wholeMatrix }: SuiteRunSettings,
): Promise<number | null> {
  const modelKind = kindOfRun(plan);
  if (modelKind !== "live" || plan.beside !== null) return null;
  const rows = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      skillId: plan.skillId,
      digest: plan.candidate.digest,
      agentId: plan.agent.id,
      suite,
      suiteDigest: suiteDigestOf(plan),
      repeats,
      wholeMatrix,
      modelKind,
      state: "done",
      removedAt: null,
      repeatOf: null,
      besideSkillId: null,
      improvementId: null,
    },
    orderBy: { number: "desc" },
    take: mostLookedAt,
  });
  const asked = { modelKind, answeredAs: [], offer: plan.offer, suite };
  const same = rows.find(
    (row) =>
      isTriedAlike(plan, row) && isAnsweredAlike(asked, row) && findCatalogueChanges(asked, row).length === 0,
  );
  return same?.number ?? null;
}

const dialectIds = z.array(z.object({ id: z.string() }));

/** In the same hosts and arms, with the same judge. */
function isTriedAlike({ plans, effect }: SuiteRunPlan, row: SuiteRunRow): boolean {
  const hosts = plans.map(({ presentation }) => presentation.dialect.id);
  const judge = row.judge === null ? null : frozenJudgeSchema.parse(row.judge).key;
  const arms = z.array(triedArmSchema).parse(row.arms ?? []);
  return (
    keyOf(hosts) === keyOf(dialectIds.parse(row.dialects).map(({ id }) => id)) &&
    keyOf((effect?.arms ?? []).map(armKey)) === keyOf(arms.map(armKey)) &&
    (effect?.approved?.version ?? null) === row.approvedVersion &&
    (effect?.judge?.frozen.key ?? null) === judge
  );
}

const keyOf = (names: readonly string[]): string => JSON.stringify(names.toSorted());
const armKey = ({ arm, leftOut }: z.infer<typeof triedArmSchema>): string => JSON.stringify([arm, leftOut]);
