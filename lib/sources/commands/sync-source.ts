import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { withoutSignIn } from "@/lib/access/without-sign-in";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isIdle } from "@/lib/db/lease";
import { inTransaction } from "@/lib/db/transaction";
import { stageFromSource, storeFromSource } from "@/lib/imports/commands/store-from-source";
import { sayOutcomes } from "@/lib/imports/log-load";
import { planSource } from "@/lib/imports/plan-source";
import { type ShadowedPackage, shadowedOf } from "@/lib/imports/shadowed-packages";
import { AppError } from "@/lib/kernel/app-error";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import { ok } from "@/lib/kernel/result";
import { toStorableJson } from "@/lib/kernel/to-storable";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { inSyncTurn } from "../in-sync-turn";
import type { KnownParts } from "../internal/known-parts";
import { type RemoteReading, readRemote } from "../read-remote";
import { type Source, type SourceReport, type SyncSource, syncSourceSchema } from "../schema";
import type { SourceFailure } from "../source-options";
import { beingSynced, readSourceRow, type SourceRow, toSource } from "../source-rows";
import { followUp } from "./follow-up";
import { type HeldSource, holdSource, sourceLeaseFrom } from "./hold-source";
import { type SyncedBy, tellSync } from "./tell-sync";
import { trustHost } from "./trust-host";

/**
 * Reads a source now and opens or updates drafts from it; answers how it is afterwards: what failed is in `failure`,
 * and then nothing was changed. A draft that was edited here is left and told as a conflict. CONFLICT while somebody
 * else syncs it, NOT_FOUND for one of elsewhere. `isResumed`: only what broke off, and only this once.
 */
export async function syncSource(
  context: Context,
  { source, ...input }: { source: string } & SyncSource,
  by: SyncedBy = "person",
  { isResumed = false } = {},
): Promise<Source> {
  requirePermission(context, "directories.load");
  const settling = syncSourceSchema.parse(input);
  await inSyncTurn(context, async () => {
    const claimed = await claim(context, source, isResumed);
    await syncClaimed(withoutSignIn(context), { row: claimed, by }, settling);
  });
  return toSource(context, await readSourceRow(context, source));
}

type ClaimedRow = SourceRow & { leaseUntil: Date; isBrokenOff: boolean };
type Claimed = { row: ClaimedRow; held: HeldSource; by: SyncedBy };

/** The lease, by which no two servers sync one source at once. */
async function claim(context: Context, id: string, isResumed: boolean): Promise<ClaimedRow> {
  return inPermittedTransaction(context, "directories.load", async (context) => {
    const row = await readSourceRow(context, id);
    const leaseUntil = sourceLeaseFrom(context.now());
    const brokenOff = { leaseUntil: { lte: context.now() }, leaseById: { not: null } };
    const { count } = await context.db.source.updateMany({
      where: {
        id: row.id,
        workspaceId: context.workspace.id,
        ...(isResumed ? brokenOff : isIdle(context.now())),
      },
      data: { leaseUntil, leaseById: isResumed ? null : context.actor.userId },
    });
    if (count === 0) throw beingSynced();
    return { ...row, leaseUntil, isBrokenOff: row.leaseUntil !== null };
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
  const isOwing = row.isBrokenOff || (await owes(context, row.id));
  const known = isSettling || isOwing ? null : knownRevision(row);
  const acceptHost = (fingerprint: string) => trustHost(context, row, fingerprint);
  const reading = await readRemote(context, row, { known, acceptHost, signal: stopping() });
  if (!reading.ok) return fail(context, claimed, reading.error);
  const { revision, contents, etag = null, parts } = reading.value;
  if (!contents) return finish(context, claimed, { revision, etag }, null);
  const stored = await store(context, claimed, { revision, contents, settling });
  if (!stored) return fail(context, claimed, "internal");
  const durationMs = Math.round(performance.now() - begun);
  const report = { ...stored.report, revision, durationMs };
  await finish(context, claimed, { revision, etag, parts }, { ...stored, report });
}

/** One of which something could not be stored, or by other patterns, is done again, though the source has nothing newer. */
function knownRevision({ report, failure, readsAnew, syncedRevision }: SourceRow): string | null {
  const hasFailed = JSON.stringify(report ?? "").includes('"outcome":"failed"');
  return failure !== null || readsAnew || hasFailed ? null : syncedRevision;
}

/** Whether drafts wait to be seen to that an earlier sync wrote. */
const owes = async ({ db, workspace }: Context, sourceId: string): Promise<boolean> =>
  (await db.sourceSkill.count({
    where: { sourceId, workspaceId: workspace.id, owedRevision: { not: null } },
  })) > 0;

type Stored = { report: Pick<SourceReport, "entries" | "notes" | "importId">; published: number };
type Storing = { revision: string; contents: NonNullable<RemoteReading["contents"]>; settling: Settling };

/** Null where what was read could not be looked at. */
async function store(
  context: Context,
  { row, held }: Claimed,
  { revision, contents, settling }: Storing,
): Promise<Stored | null> {
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
  const { entries, published, unasked } = await followUp(context, { row, entries: stored, settling });
  const notes = [...unasked, ...leftOut, ...read.notes.map(({ message }) => message)].slice(0, 200);
  return { report: { entries: toStorableJson(entries), notes: toStorableJson(notes), importId }, published };
}

async function fail(context: Context, claimed: Claimed, failure: SourceFailure): Promise<void> {
  const failedAt = context.now();
  await end(context, claimed, { failure, failedAt });
}

type Taken = { revision: string; etag: string | null; parts?: KnownParts | undefined };

/** `stored` is null where the source has nothing newer: its report stays. */
async function finish(
  context: Context,
  claimed: Claimed,
  { revision, etag, parts }: Taken,
  stored: { report: SourceReport; published: number } | null,
): Promise<void> {
  const syncedAt = context.now();
  const synced = {
    syncedRevision: revision,
    etag,
    syncedAt,
    readsAnew: false,
    failure: null,
    failedAt: null,
  };
  if (!stored) return end(context, claimed, synced);
  const { report, published } = stored;
  const more = {
    report,
    shadowed: shadowedOf(report.entries),
    ...(parts && { parts: toStorableJson(parts) }),
  };
  await end(context, claimed, { ...synced, ...more }, published);
}

type Ending =
  | { failure: SourceFailure; failedAt: Date }
  | {
      failure: null;
      failedAt: null;
      syncedRevision: string;
      etag: string | null;
      syncedAt: Date;
      readsAnew: boolean;
      report?: SourceReport;
      shadowed?: ShadowedPackage[];
      parts?: KnownParts;
    };

/** Lets go of the lease, which alone allows it, and says what came of it, unless the source is another one's by now. */
async function end(context: Context, { row, held, by }: Claimed, data: Ending, published = 0): Promise<void> {
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
              published,
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
