import "server-only";
import { randomUUID } from "node:crypto";
import type { WorkspaceContext } from "@/lib/access/context";
import { type AuditSource, appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import type { Recorded } from "@/lib/delivery/commands/record-commits";
import type { Reached } from "@/lib/delivery/git/continue-history";
import { err, type Result } from "@/lib/kernel/result";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { retryDelayMs } from "../failure-words";
import { isIdle, type MirrorRow, readMirrorRow, remoteOf, sentBefore } from "../mirror-rows";
import type { PushProblem } from "../remote-repository";
import { type Pushed, type Pushing, runPush } from "../run-push";

/** Who has somebody's mirror pushed: a person, or the server itself. */
export type PushContext = WorkspaceContext & AuditSource & { now: () => Date };

/** Whoever pushes renews its lease; past it, any server may push. */
const leaseMs = 30_000;
const renewEveryMs = 8_000;

export type CarryingOut = {
  row: MirrorRow;
  recorded: Recorded;
  newest: number | null;
  losing: string | null;
};

/**
 * One push of one mirror, by one server at a time: the result is written down with its trail. False when somebody else
 * is at it, or the mirror is gone. What fails is kept with the mirror and not thrown.
 */
export async function carryOutPush(context: PushContext, carrying: CarryingOut): Promise<boolean> {
  const lease = await takeLease(context, carrying.row);
  if (lease === null) return false;
  // Somebody else may have pushed since it was read: what they sent must be known.
  const row = await readMirrorRow(context, carrying.row.id);
  const stopped = new AbortController();
  const stopRenewing = keepLease(context, lease, () => stopped.abort());
  try {
    const signal = AbortSignal.any([stopping(), stopped.signal]);
    const outcome = await push(context, { ...carrying, row, lease, signal });
    await writeOutcome(context, { ...carrying, row, lease, outcome });
  } finally {
    stopRenewing();
  }
  return true;
}

type Lease = { id: string; by: string };

/** Null while somebody else has it, and for a mirror that was changed since it was read: its token may be another's. */
async function takeLease(
  { db, workspace, now }: PushContext,
  { id, updatedAt }: MirrorRow,
): Promise<Lease | null> {
  const lease = { id, by: randomUUID() };
  const { count } = await db.mirror.updateMany({
    where: { id, workspaceId: workspace.id, updatedAt, ...isIdle(now()) },
    data: { leaseBy: lease.by, leaseUntil: new Date(now().getTime() + leaseMs) },
  });
  return count === 1 ? lease : null;
}

/** Renews until the answer is called; `onLost` once somebody else has it. */
function keepLease({ db, now }: PushContext, { id, by }: Lease, onLost: () => void): () => void {
  const timer = setInterval(() => {
    db.mirror
      .updateMany({
        where: { id, leaseBy: by },
        data: { leaseUntil: new Date(now().getTime() + leaseMs) },
      })
      .then(({ count }) => count === 0 && onLost())
      .catch((error: unknown) => log.warn({ err: error, mirror: id }, "could not renew a mirror's lease"));
  }, renewEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

type Leased = CarryingOut & { lease: Lease };
type Outcome = Result<Pushed, PushProblem>;

async function push(
  context: PushContext,
  { row, recorded, losing, lease, signal }: Leased & { signal: AbortSignal },
): Promise<Outcome> {
  try {
    const beforeSending: Pushing["beforeSending"] = (sent, arrived) =>
      noteSent(context, lease, { sent, arrived });
    const remote = remoteOf(row);
    return await runPush(context, {
      ...{ recorded, remote, known: sentBefore(row), losing, beforeSending, signal },
    });
  } catch (error) {
    log.warn({ err: error, mirror: row.id }, "a mirror could not be pushed");
    return err({ kind: "internal", remoteSaid: null });
  }
}

/** What was sent before stays known as what was pushed, until this, or a part of it, is known to be there. */
async function noteSent(
  { db, now }: PushContext,
  { id, by }: Lease,
  { sent, arrived }: { sent: Reached; arrived: Reached | null },
): Promise<void> {
  const { count } = await db.mirror.updateMany({
    where: { id, leaseBy: by },
    data: {
      ...{ sentCommit: sent.id, sentNumber: sent.number },
      ...(arrived && { pushedCommit: arrived.id, pushedNumber: arrived.number, pushedAt: now() }),
    },
  });
  if (count === 0) throw new Error("The lease of the mirror was lost before anything was sent.");
}

async function writeOutcome(
  context: PushContext,
  { row, lease, outcome, newest }: Leased & { outcome: Outcome },
): Promise<void> {
  const at = context.now();
  const workspaceId = context.workspace.id;
  const done = { leaseBy: null, leaseUntil: null };
  await inTransaction(context, async (context) => {
    const { count } = await context.db.mirror.updateMany({
      where: { id: lease.id, leaseBy: lease.by },
      data: outcome.ok
        ? { ...done, ...succeeded(outcome.value, at) }
        : { ...done, ...failed(row, outcome.error, at), triedNumber: newest ?? row.triedNumber },
    });
    if (count === 0) return;
    const { reached, sent, lost } = outcome.ok ? outcome.value : { reached: null, sent: 0, lost: null };
    if (reached && (sent > 0 || isNewsOfSent(row, reached)))
      await appendAudit(context, {
        action: "mirror.pushed",
        object: { type: "mirror", id: row.id, name: row.url },
        detail: {
          ...{ branch: row.branch, commit: reached.id, commits: sent },
          ...(lost !== null && { lost }),
        },
      });
    await notify(context, { topic: "agents", workspaceId });
  });
}

/** It was sent before, by a server that was ended before it could write down that it arrived. */
const isNewsOfSent = ({ sentCommit, pushedCommit }: MirrorRow, { id }: Reached): boolean =>
  id === sentCommit && id !== pushedCommit;

const succeeded = ({ reached }: Pushed, at: Date) => ({
  ...{ failure: null, remoteSaid: null, failedAt: null, nextAt: null, attempts: 0 },
  ...(reached && {
    ...{ pushedCommit: reached.id, pushedNumber: reached.number, pushedAt: at },
    ...{ sentCommit: reached.id, sentNumber: reached.number, triedNumber: reached.number },
  }),
});

function failed(
  { attempts, onPublish, pushedCommit }: MirrorRow,
  { kind, remoteSaid }: PushProblem,
  at: Date,
) {
  const delayMs = retryDelayMs(kind, attempts + 1);
  return {
    ...{ failure: kind, remoteSaid, failedAt: at, attempts: attempts + 1 },
    nextAt: onPublish && pushedCommit !== null ? new Date(at.getTime() + delayMs) : null,
  };
}
