import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteRun, Trial } from "@/lib/db/generated/client";
import { endOf } from "./run-facts";

/** What tells when a trial was asked. */
export type AskedTrial = Pick<Trial, "endedAt" | "asked" | "keptSkill" | "keptNumber">;

/**
 * When the model last said any of it: answers that were kept are as old as the run that asked for them, however newly they
 * were given again. Null where nothing of it was asked, and no run that asked is there any more.
 */
export async function readAskedAt(
  context: WorkspaceContext,
  trials: readonly AskedTrial[],
): Promise<Date | null> {
  const asked = trials.flatMap(({ asked, endedAt }) => (asked > 0 && endedAt ? [endedAt] : []));
  return newestOf(asked) ?? newestOf(await readSources(context, trials));
}

/** The same of a whole run, as ISO; its end where nothing more is known. */
export async function readRunAskedAt(
  context: WorkspaceContext,
  row: Pick<SuiteRun, "id" | "endedAt" | "createdAt">,
): Promise<string> {
  const trials = await context.db.trial.findMany({
    where: { suiteRunId: row.id, workspaceId: context.workspace.id, outcome: { not: null } },
    select: { endedAt: true, asked: true, keptSkill: true, keptNumber: true },
  });
  return (await readAskedAt(context, trials))?.toISOString() ?? endOf(row);
}

const newestOf = (dates: readonly Date[]): Date | null =>
  dates.reduce<Date | null>((newest, date) => (newest === null || date > newest ? date : newest), null);

/** When the runs ended that the kept answers came from; a skill may be called otherwise since. */
async function readSources(
  { db, workspace }: WorkspaceContext,
  trials: readonly AskedTrial[],
): Promise<Date[]> {
  const named = trials.flatMap(({ keptSkill, keptNumber }) =>
    keptSkill === null || keptNumber === null ? [] : [`${keptNumber} ${keptSkill}`],
  );
  const sources = [...new Set(named)].map((name) => {
    const [number = "", ...skill] = name.split(" ");
    return { number: Number(number), skill: skill.join(" ") };
  });
  if (sources.length === 0) return [];
  const rows = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      OR: sources.flatMap(({ number, skill }) => [
        { number, skillName: skill },
        { number, skill: { name: skill } },
      ]),
    },
    select: { endedAt: true },
  });
  return rows.flatMap(({ endedAt }) => endedAt ?? []);
}
