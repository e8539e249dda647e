import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readCatalogue } from "@/lib/dialects/read-catalogue";
import { explainTurn } from "@/lib/runtime/explain-turn";
import { requireRun } from "./internal/require-run";
import { readRunLog } from "./read-run-log";
import type { RunReasons } from "./run-reasons-schema";

/** Why each skill was activated in a run or was not, from its log alone. NOT_FOUND for a run that the asker does not see. */
export async function explainRun(
  context: Context,
  input: { conversation: string; run: string },
): Promise<RunReasons> {
  requirePermission(context, "playground.rehearse");
  const run = await requireRun(context, input);
  const events = await readRunLog(context, run);
  const { fit, activated, candidates, ...said } = explainTurn(events, { runId: run.id, readCatalogue });
  return {
    ...said,
    fit: fit?.kind ?? null,
    activated: [...activated],
    candidates: candidates.map(({ skillId, name, state, reason, place, score, told, words }) => ({
      skillId,
      name,
      state,
      reason,
      place,
      score,
      told,
      words: [...words],
    })),
  };
}
