import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { withoutSignIn } from "@/lib/access/without-sign-in";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { stageFromSource, storeFromSource } from "@/lib/imports/commands/store-from-source";
import { sayOutcomes } from "@/lib/imports/log-load";
import { planSource } from "@/lib/imports/plan-source";
import { AppError } from "@/lib/kernel/app-error";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import { ok } from "@/lib/kernel/result";
import { toStorableJson } from "@/lib/kernel/to-storable";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { inSyncTurn } from "../in-sync-turn";
import { type RemoteReading, readRemote } from "../read-remote";
import { type Source, type SourceReport, type SyncSource, syncSourceSchema } from "../schema";
import type { SourceFailure } from "../source-options";
import { beingSynced, isIdle, readSourceRow, type SourceRow, toSource } from "../source-rows";
import { askReviews } from "./ask-reviews";
import { type HeldSource, holdSource, sourceLeaseFrom } from "./hold-source";
import { isPublished, publishSynced } from "./publish-synced";
import { type SyncedBy, tellSync } from "./tell-sync";

/**
 * Reads a source now and opens or updates drafts from it; answers how it is afterwards: what failed is in `failure`,
 * and then nothing was changed. A draft that was edited here is left and told as a conflict. CONFLICT while somebody
 * else syncs it, NOT_FOUND for one of elsewhere.
 */
export async function syncSource(
  context: Context,
  { source, ...input }: { source: string } & SyncSource,
  by: SyncedBy = "person",
): Promise<Source> {
  requirePermission(context, "directories.load");
  const settling = syncSourceSchema.parse(input);
  await inSyncTurn(context, async () => {
    const claimed = await claim(context, source);
    await syncClaimed(withoutSignIn(context), { row: claimed, by }, settling);
  });
  return toSource(context, await readSourceRow(context, source));
}

type ClaimedRow = SourceRow & { leaseUntil: Date };
type Claimed = { row: ClaimedRow; held: HeldSource; by: SyncedBy };

/** The lease, by which no two servers sync one source at once. */
async function claim(context: Context, id: string): Promise<ClaimedRow> {
  return inPermittedTransaction(context, "directories.load", async (context) => {
    const row = await readSourceRow(context, id);
    const leaseUntil = sourceLeaseFrom(context.now());
    const { count } = await context.db.source.updateMany({
      where: { id: row.id, workspaceId: context.workspace.id, ...isIdle(context.now()) },
      data: { leaseUntil },
    });
    if (count === 0) throw beingSynced();
    return { ...row, leaseUntil };
  });
}

type Settling = ReturnType<typeof syncSourceSchema.parse>;

/** What was begun goes on when its person signs out, and says how it ended whatever they may do by then. */
async function syncClaimed(
  context: Context,
  { row, by }: Omit<Claimed, "held">,
  settling: Settling,
): Promise<void> {
  const held = holdSource(context, row);
  try {
    await carryOut(context, { row, held, by }, settling);
  } catch (error) {
    log.error({ err: error, source: row.id, traceId: context.traceId }, "a source could not be synced");
    const mayNoMore = error instanceof AppError && lostRights.has(error.code);
    await fail(context, { row, held, by }, mayNoMore ? "no-right" : "internal");
  } finally {
    await held.stop();
  }
}

const lostRights: ReadonlySet<string> = new Set(["FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"]);

async function carryOut(context: Context, claimed: Claimed, settling: Settling): Promise<void> {
  const { row } = claimed;
  const begun = performance.now();
  const isSettling = settling.take.length > 0 || settling.keep.length > 0;
  const reading = await readRemote(row, isSettling ? null : knownRevision(row), stopping());
  if (!reading.ok) return fail(context, claimed, reading.error);
  const { revision, contents, etag = null } = reading.value;
  if (!contents) return finish(context, claimed, { revision, etag, report: null });
  const report = await store(context, claimed, { revision, contents, settling });
  if (!report) return fail(context, claimed, "internal");
  const durationMs = Math.round(performance.now() - begun);
  await finish(context, claimed, { revision, etag, report: { ...report, revision, durationMs } });
}

/** A sync of which something could not be stored is done again, though the source has nothing newer. */
function knownRevision(row: SourceRow): string | null {
  const { report } = row;
  const hasFailed = JSON.stringify(report ?? "").includes('"outcome":"failed"');
  return row.failure !== null || hasFailed ? null : row.syncedRevision;
}

type Storing = { revision: string; contents: NonNullable<RemoteReading["contents"]>; settling: Settling };

/** Null where what was read could not be looked at. */
async function store(
  context: Context,
  { row, held }: Claimed,
  { revision, contents, settling }: Storing,
): Promise<Pick<SourceReport, "entries" | "notes" | "importId"> | null> {
  const from = { id: row.id, revision, claimed: { name: row.name, url: row.url } };
  const { size, leftOut, ...read } = contents;
  const title = `${row.name} at ${revision.slice(0, 12)}`;
  const importId = await stageFromSource(context, { from, title, size, read: async () => ok(read) });
  const staged = await context.db.import.findUniqueOrThrow({
    where: { id: importId },
    select: { state: true },
  });
  if (staged.state !== "ready") return null;
  const planned = await planSource(context, { sourceId: row.id, importId, settling });
  if (!(await held.renew())) throw new Error("The source is another sync's by now, or was changed.");
  const stored = await storeFromSource(context, { importId, from, planned });
  const { entries, left } = await publishSynced(context, { row, revision, entries: stored, settling });
  const asked = row.asksReview ? entries.filter((entry) => !isPublished(entry)) : left;
  const unasked = await askReviews(context, { name: row.name, revision, entries: asked });
  const notes = [...unasked, ...leftOut, ...read.notes.map(({ message }) => message)].slice(0, 200);
  return { entries: toStorableJson(entries), notes: toStorableJson(notes), importId };
}

async function fail(context: Context, claimed: Claimed, failure: SourceFailure): Promise<void> {
  const failedAt = context.now();
  await end(context, claimed, { failure, failedAt });
}

async function finish(
  context: Context,
  claimed: Claimed,
  { revision, etag, report }: { revision: string; etag: string | null; report: SourceReport | null },
): Promise<void> {
  const synced = { syncedRevision: revision, etag, syncedAt: context.now(), failure: null, failedAt: null };
  await end(context, claimed, report ? { ...synced, report } : synced);
}

type Ending =
  | { failure: SourceFailure; failedAt: Date }
  | {
      failure: null;
      failedAt: null;
      syncedRevision: string;
      etag: string | null;
      syncedAt: Date;
      report?: SourceReport;
    };

/** Lets go of the lease, which alone allows it, and says what came of it, unless the source is another one's by now. */
async function end(context: Context, { row, held, by }: Claimed, data: Ending): Promise<void> {
  const workspaceId = context.workspace.id;
  await held.stop();
  await inTransaction(context, async (context) => {
    const { count } = await context.db.source.updateMany({
      where: held.where(),
      data: { ...data, leaseUntil: null },
    });
    if (count === 0) return;
    const entries = data.failure === null ? (data.report?.entries ?? []) : [];
    const numberOf = (...outcomes: string[]) =>
      entries.filter(({ outcome }) => outcomes.includes(outcome)).length;
    await appendAudit(context, {
      action: data.failure === null ? "source.synced" : "source.failed",
      object: { type: "source", id: row.id, name: row.name },
      detail:
        data.failure === null
          ? {
              revision: data.syncedRevision,
              written: numberOf("new", "changed"),
              published: entries.filter(isPublished).length,
              conflicts: numberOf("conflict"),
              failed: numberOf("failed"),
            }
          : { failure: data.failure },
    });
    log.info(
      { traceId: context.traceId, source: row.id },
      markOnLine(`Source ${row.name}: ${data.failure ?? sayOutcomes(entries)}.`),
    );
    await tellSync(context, { row, by, failure: data.failure });
    await notify(context, { topic: "library", workspaceId, draftOnly: true });
  });
}
