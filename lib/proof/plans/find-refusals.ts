import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { OpenedModel } from "../models/open-model";
import { suiteLimits } from "../proof-options";

type Wanted = {
  trials: number;
  capUsd: number | null;
  /** With the router, where another one is asked first. */
  models: readonly OpenedModel[];
};

/**
 * What keeps a run from starting though it could be planned; none where nothing does. The estimate tells all of them,
 * the start throws the first, inside its transaction.
 */
export async function findRefusals(
  { db, workspace }: WorkspaceContext,
  { trials, capUsd, models }: Wanted,
): Promise<AppError[]> {
  const goingOn = await db.suiteRun.count({
    where: { workspaceId: workspace.id, state: { in: ["queued", "running"] } },
  });
  const refusals: AppError[] = [];
  if (trials > suiteLimits.trials)
    refusals.push(
      new AppError(
        "UNPROCESSABLE",
        `That would be ${trials} trials; a run has at most ${suiteLimits.trials}. Choose fewer repeats or hosts.`,
      ),
    );
  const unpriced = models.find(({ prices }) => prices?.input === null || prices?.output === null);
  if (capUsd !== null && unpriced)
    refusals.push(
      new AppError(
        "UNPROCESSABLE",
        `Nobody has said what ${unpriced.model.info.name} costs, so no limit can be kept. Enter its prices in Settings, Models, or start without a limit.`,
      ),
    );
  if (goingOn >= suiteLimits.goingOn)
    refusals.push(new AppError("CONFLICT", `${goingOn} runs go on here already. Wait for one, or stop it.`));
  return refusals;
}
