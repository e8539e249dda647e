import "server-only";
import type { Context } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import type { Work } from "../internal/work-tables";
import type { OpenModel } from "../models/open-model";
import { contextOfStarter, type OpenSuiteRun, openSuiteRun } from "../runs/open-suite-run";
import { usedOf } from "../trials/trial-meter";
import { endEarly } from "./end-suite-run";
import { releaseWork } from "./hold-work";

export type TrialSetup = DatabaseContext & { owner: string; openModel: OpenModel; now: () => Date };

type Taken = { id: string; suiteRunId: string; workspaceId: string };

/**
 * The run of what this server has taken, and who it is carried out for. Null where the run is gone; one whose starter is
 * gone is stopped, and what was taken is given back.
 */
export async function openHeldRun(
  { db, owner, now }: TrialSetup,
  work: Work,
  { id, suiteRunId, workspaceId }: Taken,
): Promise<{ run: OpenSuiteRun; context: Context } | null> {
  const run = await openSuiteRun({ db }, suiteRunId);
  if (!run) return null;
  const { startedById, startedByKeyId } = run;
  const starter = await contextOfStarter({ db }, { workspaceId, startedById, startedByKeyId, now });
  if ("context" in starter) return { run, context: starter.context };
  await endEarly({ db }, { id: run.id, state: "stopped", failure: starter.gone });
  await releaseWork({ db }, work, { id, owner, used: usedOf([]) });
  return null;
}
