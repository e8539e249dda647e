import "server-only";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { toStorable } from "@/lib/kernel/to-storable";
import type { JudgeSaid } from "../judges/judge-schema";
import type { InvalidReason, JudgementOutcome } from "../proof-options";
import type { Used } from "../trials/trial-meter";
import type { TakenJudgement } from "./take-judgements";

/** What a pair came to. `said`: where the judge was asked, in both orders. */
export type DecidedPair = {
  outcome: JudgementOutcome;
  said: JudgeSaid | null;
  invalid: { reason: InvalidReason; message: string } | null;
};

type Finished = {
  pair: TakenJudgement;
  owner: string;
  decided: DecidedPair;
  used: Used;
  durationMs: number;
};

/** Ends the judgement of a pair, once, as `finishTrial` ends a trial: false when it is not this server's any more. */
export async function finishJudgement(context: DatabaseContext, finished: Finished): Promise<boolean> {
  const { pair, owner, decided, used, durationMs } = finished;
  const { outcome, said } = decided;
  const { reason = null, message = null } = decided.invalid ?? {};
  return inTransaction(context, async (context) => {
    const done = await context.db.$executeRaw`
      UPDATE "Judgement" SET state = ${outcome === "invalid" ? "invalid" : "done"}, "leaseOwner" = NULL,
        "leaseUntil" = NULL, outcome = ${outcome}, reason = ${reason}, message = ${message && toStorable(message)},
        said = ${said && JSON.stringify(said)}::json,
        asked = asked + ${used.asked}::int, kept = ${used.kept}::int,
        "keptSkill" = ${used.keptFrom?.skill ?? null}, "keptNumber" = ${used.keptFrom?.number ?? null}::int,
        "inputTokens" = "inputTokens" + ${used.tokens.input}::int,
        "outputTokens" = "outputTokens" + ${used.tokens.output}::int,
        "cachedTokens" = "cachedTokens" + ${used.tokens.cached}::int,
        "costUsd" = CASE WHEN asked = 0 THEN ${used.costUsd}::numeric ELSE "costUsd" + ${used.costUsd}::numeric END,
        "durationMs" = ${Math.round(durationMs)}::int, "endedAt" = clock_timestamp()
      WHERE id = ${pair.id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'
        AND EXISTS (SELECT FROM "SuiteRun" WHERE id = ${pair.suiteRunId}::uuid AND state = 'running' FOR SHARE)`;
    if (done === 0) return false;
    const { workspaceId, suiteRunId } = pair;
    await notify(context, { topic: "proof", workspaceId, suiteRunId, trialEnded: true });
    return true;
  });
}
