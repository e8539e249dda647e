import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { latestVersion } from "@/lib/library/which-version/latest-version";
import { notifyPeople } from "@/lib/notifications/commands";
import { compareNeighbour } from "../neighbours/compare-neighbour";
import { findPublished } from "../neighbours/find-published";
import { lostKey, poolByHost } from "../neighbours/read-neighbour-proof";
import { attributedLosses } from "../neighbours/sound-host";
import type { ReportRow } from "../reports/read-suite-report";

type Ended = Pick<ReportRow, "id" | "skillId" | "state" | "modelKind" | "besideSkillId" | "besideDigest">;

/**
 * Tells whoever maintains a skill that the draft of another one takes cases from its suite: once for the same bytes of
 * that draft, when both runs that say so have ended. In the transaction that writes what the later one came to.
 */
export async function tellLostNeighbours(context: WorkspaceContext, ended: Ended): Promise<void> {
  const { besideSkillId } = ended;
  if (besideSkillId === null || ended.state !== "done" || ended.modelKind !== "live") return;
  const changed = await readChanged(context, besideSkillId);
  if (!changed) return;
  const digest = changed.draft?.digest ?? null;
  if (digest === null) return;
  const published = await findPublished(context, { skillId: besideSkillId, digest });
  const publishedDigest = published?.digest ?? null;
  if (ended.besideDigest !== digest && ended.besideDigest !== publishedDigest) return;
  const bytes = { skillId: besideSkillId, digest, publishedDigest };
  for (const { rows, dialects } of poolByHost(await listRunsBeside(context, { ended, digest }))) {
    const [row] = rows;
    const lost = attributedLosses(await compareNeighbour(context, rows, { changed: bytes, dialects }));
    if (lost.length > 0) await tell(context, { row, changed, digest, lost: countCases(lost) });
  }
}

const countCases = (lost: readonly { case: string }[]): number => new Set(lost.map((one) => one.case)).size;

async function readChanged({ db, workspace }: WorkspaceContext, id: string) {
  return db.skill.findFirst({
    where: { id, workspaceId: workspace.id },
    select: {
      id: true,
      name: true,
      draft: { select: { digest: true } },
      reviews: { where: { state: "open" }, select: { number: true, title: true } },
    },
  });
}
type Changed = NonNullable<Awaited<ReturnType<typeof readChanged>>>;

/** What the neighbour is now: its newest version, and its draft. */
async function listOwnDigests({ db, workspace }: WorkspaceContext, id: string): Promise<string[]> {
  const skill = await db.skill.findFirst({
    where: { id, workspaceId: workspace.id },
    select: {
      draft: { select: { digest: true } },
      versions: {
        where: latestVersion.where,
        orderBy: latestVersion.orderBy,
        take: 1,
        select: { digest: true },
      },
    },
  });
  return [...(skill?.draft ? [skill.draft] : []), ...(skill?.versions ?? [])].map(({ digest }) => digest);
}

/** Of the neighbour as it is, beside the draft as it is now, judged already. */
async function listRunsBeside(
  context: WorkspaceContext,
  { ended, digest }: { ended: Ended; digest: string },
): Promise<ReportRow[]> {
  const { db, workspace } = context;
  const rows = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      skillId: ended.skillId,
      removedAt: null,
      state: "done",
      modelKind: "live",
      besideSkillId: ended.besideSkillId,
      besideDigest: digest,
      digest: { in: await listOwnDigests(context, ended.skillId) },
    },
    orderBy: { number: "desc" },
    include: { skill: { select: { name: true } } },
  });
  return rows.filter(({ figures }) => figures !== null);
}

type Telling = { row: ReportRow; changed: Changed; digest: string; lost: number };

async function tell(context: WorkspaceContext, { row, changed, digest, lost }: Telling): Promise<void> {
  const { db, workspace } = context;
  const maintainers = await db.skillMaintainer.findMany({
    where: { skillId: row.skillId, workspaceId: workspace.id },
    select: { userId: true },
  });
  await notifyPeople(
    { db, workspace, actor: null, now: () => new Date() },
    {
      kind: "neighbour-lost",
      to: maintainers.map(({ userId }) => userId),
      dedupeKey: `${lostKey({ skillId: changed.id, digest })}${row.skillId}`,
      data: {
        skill: { id: row.skillId, name: row.skill.name },
        changed: { id: changed.id, name: changed.name },
        review: changed.reviews[0] ?? null,
        run: row.number,
        lost,
      },
    },
  );
}
