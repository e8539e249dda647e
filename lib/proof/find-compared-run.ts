import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { addressOf, isAnsweredAlike } from "./alike-runs";
import { findSoundRun } from "./find-sound-run";
import type { ReportRow } from "./read-suite-report";
import { dialectsOf } from "./run-facts";

/** So many are looked at for one that measured something. */
const mostLookedAt = 20;

/**
 * What a run is held against: the newest that was carried out to its end and measured something in all of its hosts, of a
 * published version with other bytes, with the same agent, answered by the same model; the newest of all where none did, and null where there
 * is none. With a number: that run. UNPROCESSABLE for one that does not fit.
 * `published`: of these bytes alone.
 */
export async function findComparedRun(
  context: WorkspaceContext,
  row: ReportRow,
  number: number | undefined,
  published: string | null = null,
): Promise<ReportRow | null> {
  const { skillId, suite, agentId, besideSkillId, besideDigest } = row;
  const address = addressOf(row);
  if (address === null) return null;
  const fits = {
    skillId,
    workspaceId: context.workspace.id,
    removedAt: null,
    improvementId: null,
    suite,
    agentId,
    offer: { path: ["address"], equals: address },
    // A sibling's other bytes are beside both or neither.
    besideSkillId,
    besideDigest,
  };
  const include = { skill: { select: { name: true } } };
  const ofBytes = published === null ? {} : { digest: published };
  if (number === undefined) {
    const runs = await context.db.suiteRun.findMany({
      where: { ...fits, state: "done", follows: "version", ...ofBytes, NOT: { digest: row.digest } },
      orderBy: { number: "desc" },
      take: mostLookedAt,
      include,
    });
    const alike = runs.filter((one) => isAnsweredAlike(row, one));
    return findSoundRun(context, alike, [...dialectsOf([row]).keys()]);
  }
  const named = await context.db.suiteRun.findFirst({ where: { ...fits, number }, include });
  if (named?.state !== "done" || named.id === row.id || !isAnsweredAlike(row, named))
    throw new AppError(
      "UNPROCESSABLE",
      `Run ${number} cannot be compared with: it has to be another one of this suite with the same agent, answered by the same model, that was carried out to its end.`,
    );
  return named;
}
