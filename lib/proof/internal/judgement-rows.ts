import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import type { JudgedPair } from "@/lib/verdicts/judge-effect";
import { directionOfCriteria } from "@/lib/verdicts/judged-pair";
import { type JudgeSaid, judgeSaidSchema } from "../judges/judge-schema";
import {
  type InvalidReason,
  invalidReasons,
  type JudgementOutcome,
  judgedArms,
  judgementOutcomes,
} from "../proof-options";

/** One pair of a run, judged or not. `outcome` is null while it was not. */
export type JudgementOfRun = {
  id: string;
  task: string;
  repeat: number;
  arm: (typeof judgedArms)[number];
  grader: number;
  outcome: JudgementOutcome | null;
  said: JudgeSaid | null;
  invalid: { reason: InvalidReason; message: string } | null;
};

const columns = {
  id: true,
  caseId: true,
  repeat: true,
  dialect: true,
  arm: true,
  grader: true,
  outcome: true,
  said: true,
  reason: true,
  message: true,
} as const satisfies Prisma.JudgementSelect;
type Row = Prisma.JudgementGetPayload<{ select: typeof columns }>;

export const judgementOf = (row: Omit<Row, "dialect">): JudgementOfRun => ({
  id: row.id,
  task: row.caseId,
  repeat: row.repeat,
  arm: z.enum(judgedArms).parse(row.arm),
  grader: row.grader,
  outcome: z.enum(judgementOutcomes).nullable().parse(row.outcome),
  said: judgeSaidSchema.nullable().parse(row.said),
  invalid:
    row.reason === null
      ? null
      : { reason: z.enum(invalidReasons).parse(row.reason), message: row.message ?? "" },
});

/** All pairs of a run, by their dialect, in the order in which they are taken. */
export async function readJudgements(
  { db, workspace }: WorkspaceContext,
  suiteRunId: string,
): Promise<ReadonlyMap<string, JudgementOfRun[]>> {
  const rows = await db.judgement.findMany({
    where: { suiteRunId, workspaceId: workspace.id },
    orderBy: { position: "asc" },
    select: columns,
  });
  return new Map(
    [...Map.groupBy(rows, ({ dialect }) => dialect)].map(([dialect, own]) => [dialect, own.map(judgementOf)]),
  );
}

/** One word of each pair of answers, over all that they are compared by; what was not judged is not valid. */
export function toJudgedPairs(judgements: readonly JudgementOfRun[]): JudgedPair[] {
  const pairs = Map.groupBy(judgements, ({ task, arm, repeat }) => `${task} ${arm} ${repeat}`);
  return [...pairs.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { task, arm, repeat } = first;
    const words = own.map(({ outcome }) =>
      outcome === "win" || outcome === "tie" || outcome === "loss" ? outcome : ("invalid" as const),
    );
    return [{ task, arm, repeat, direction: directionOfCriteria(words) }];
  });
}
