import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteFigures } from "@/lib/verdicts/judge-suite";
import { type SuiteRunState, suiteRunStates } from "../proof-options";
import { type TriedCase, triedCaseSchema } from "../suites/case-schema";
import { judgeRunOfSuite } from "./figures";

/** A run of one suite in an attempt of an improvement. */
export type AttemptRun = {
  id: string;
  attempt: number;
  skillId: string;
  skill: string;
  number: number;
  state: SuiteRunState;
  failure: string | null;
  /** US dollars, with what requests under way have set aside. */
  spentUsd: number;
};

/** The runs of an improvement's attempts, in the order in which they began. */
export async function listAttemptRuns(
  { db, workspace }: WorkspaceContext,
  improvementId: string,
): Promise<AttemptRun[]> {
  const rows = await db.suiteRun.findMany({
    where: { improvementId, workspaceId: workspace.id },
    orderBy: { createdAt: "asc" },
    select: {
      id: true,
      improvementAttempt: true,
      skillId: true,
      skillName: true,
      number: true,
      state: true,
      failure: true,
      spentUsd: true,
      reservedUsd: true,
      skill: { select: { name: true } },
    },
  });
  return rows.map(({ improvementAttempt, skillName, spentUsd, reservedUsd, skill, state, ...row }) => ({
    ...row,
    attempt: improvementAttempt ?? 0,
    skill: skillName ?? skill.name,
    state: z.enum(suiteRunStates).parse(state),
    spentUsd: Number(spentUsd) + Number(reservedUsd),
  }));
}

export type JudgedAttemptRun = { tried: TriedCase[]; figures: SuiteFigures };

/** What the cases of such a run came to, in its one host; null for one that is gone. */
export async function readJudgedRun(context: WorkspaceContext, id: string): Promise<JudgedAttemptRun | null> {
  const row = await context.db.suiteRun.findFirst({
    where: { id, workspaceId: context.workspace.id, removedAt: null },
    include: { skill: { select: { name: true } } },
    omit: { offer: true },
  });
  const [figures] = row ? await judgeRunOfSuite(context, row) : [];
  return row && figures ? { tried: z.array(triedCaseSchema).parse(row.tried), figures } : null;
}
