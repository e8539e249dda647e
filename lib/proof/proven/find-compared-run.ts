import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { ReportRow } from "../reports/read-suite-report";
import { addressOf, isAnsweredAlike } from "./alike-runs";
import { findSoundRun } from "./find-sound-run";
import { dialectsOf } from "./run-facts";

/** So many are looked at for one that measured something. */
const mostLookedAt = 20;

/** What of a run has to be the same in one that it is compared with. */
type Compared = Pick<
  ReportRow,
  "skillId" | "suite" | "agentId" | "besideSkillId" | "besideDigest" | "modelKind" | "answeredAs"
> & { offer: unknown };

const include = { skill: { select: { name: true } } } as const;

const whereAlike = (
  { workspace }: WorkspaceContext,
  { skillId, suite, agentId, besideSkillId, besideDigest }: Compared,
  address: string,
) => ({
  skillId,
  workspaceId: workspace.id,
  removedAt: null,
  improvementId: null,
  suite,
  agentId,
  offer: { path: ["address"], equals: address },
  // A sibling's other bytes are beside both or neither.
  besideSkillId,
  besideDigest,
});

/**
 * What a run is held against: the newest that was carried out to its end and measured something in all of its hosts, of bytes
 * that are published and others than its own, whether they were tried as a version or as the draft that became one; with the
 * same agent, answered by the same model; the newest of all where none did, and null where there is none. With a number:
 * that run. `published`: of these bytes alone.
 */
export async function findComparedRun(
  context: WorkspaceContext,
  row: ReportRow,
  number: number | undefined,
  published: string | null = null,
): Promise<ReportRow | null> {
  const address = addressOf(row);
  if (address === null) return null;
  const versions = await readVersions(context, row, published);
  const named = (one: ReportRow): ReportRow => ({
    ...one,
    version: one.version ?? versions.get(one.digest) ?? null,
  });
  if (number !== undefined) return named(await findNamedRun(context, row, number));
  const runs = await context.db.suiteRun.findMany({
    where: { ...whereAlike(context, row, address), state: "done", digest: { in: [...versions.keys()] } },
    orderBy: { number: "desc" },
    take: mostLookedAt,
    include,
  });
  const alike = runs.filter((one) => isAnsweredAlike(row, one));
  const found = await findSoundRun(context, alike, [...dialectsOf([row]).keys()]);
  return found && named(found);
}

/** The numbers of what is published of a skill, by other bytes than these; of the same bytes the newest. */
async function readVersions(
  { db, workspace }: WorkspaceContext,
  { skillId, digest }: Pick<ReportRow, "skillId" | "digest">,
  published: string | null,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.version.findMany({
    where: {
      skillId,
      workspaceId: workspace.id,
      NOT: { digest },
      ...(published === null ? {} : { digest: published }),
    },
    orderBy: { number: "asc" },
    select: { digest: true, number: true },
  });
  return new Map(rows.map((one) => [one.digest, one.number]));
}

/** The run of this number. UNPROCESSABLE for one that does not fit. `id`: null of a run that is only planned. */
export async function findNamedRun(
  context: WorkspaceContext,
  row: Compared & { id: string | null },
  number: number,
): Promise<ReportRow> {
  const address = addressOf(row);
  const named =
    address === null
      ? null
      : await context.db.suiteRun.findFirst({
          where: { ...whereAlike(context, row, address), number },
          include,
        });
  if (named?.state !== "done" || named.id === row.id || !isAnsweredAlike(row, named))
    throw new AppError(
      "UNPROCESSABLE",
      `Run ${number} cannot be compared with: it has to be another one of this suite with the same agent, answered by the same model, that was carried out to its end.`,
    );
  return named;
}
