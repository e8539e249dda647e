import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Improvement as ImprovementRow } from "@/lib/db/generated/client";
import { type AttemptRun, listAttemptRuns } from "@/lib/proof/reports/read-attempt-runs";
import { charactersOf } from "./check-description";
import { type AttemptState, runKey, type SearchState } from "./decide-next";
import { type FrozenPlan, frozenPlanSchema } from "./frozen-plan";
import { attemptWords, improvementKinds } from "./improvement-options";
import { type Judged, judgedSchema } from "./judged-schema";

/** One text with what it came to. */
export type Attempt = AttemptState & {
  description: string | null;
  reason: string | null;
  judged: Judged | null;
  review: number | null;
  unsuggested: string | null;
};

/** A search as it is written down. */
export type Search = Omit<SearchState, "attempts"> & {
  row: ImprovementRow;
  plan: FrozenPlan;
  attempts: Attempt[];
  list: readonly AttemptRun[];
  /** US dollars of runs and writer so far. */
  spentUsd: number;
};

/** Everything that a server needs to go on with a search. */
export async function readSearch(context: WorkspaceContext, row: ImprovementRow): Promise<Search> {
  const rows = await context.db.improvementAttempt.findMany({
    where: { improvementId: row.id, workspaceId: context.workspace.id },
    orderBy: { position: "asc" },
  });
  const list = await listAttemptRuns(context, row.id);
  const attempts = rows.map(
    ({ position, skill, length, description, word, reason, judged, review, unsuggested }) => {
      const said = z.enum(attemptWords).nullable().parse(word);
      const figures = judgedSchema.nullable().parse(judged);
      return {
        position,
        skill,
        length,
        description,
        characters: charactersOf(description ?? ""),
        word: said,
        reason,
        judged: figures,
        review,
        unsuggested,
        // Figures without a word: its own suite passed, and the neighbours are still to say theirs.
        ownPassed: figures !== null,
      };
    },
  );
  return {
    row,
    kind: z.enum(improvementKinds).parse(row.kind),
    plan: frozenPlanSchema.parse(row.plan),
    attempts,
    runs: new Map(list.map((run) => [runKey(run.attempt, run.skill), run.state])),
    list,
    spentUsd: Number(row.spentUsd) + list.reduce((sum, run) => sum + run.spentUsd, 0),
  };
}
