import "server-only";
import { randomUUID } from "node:crypto";
import type { WorkspaceContext } from "@/lib/access/context";
import { type AuditSource, appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isIdle } from "@/lib/db/lease";
import { inTransaction } from "@/lib/db/transaction";
import type { Recorded } from "@/lib/delivery/commands/record-commits";
import type { Reached } from "@/lib/delivery/git/continue-history";
import { err, type Result } from "@/lib/kernel/result";
import { keepRenewing } from "@/lib/platform/keep-renewing";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { retryDelayMs } from "../failure-words";
import { type MirrorRow, readMirrorRow, remoteOf, sentBefore, sourceOf } from "../mirror-rows";
import type { PushProblem } from "../remote-repository";
import { type OutgoingPack, type Pushed, runPush } from "../run-push";
import type { Counted } from "../sent-commits";
import { meetMirrorHost } from "./meet-mirror-host";

/** Who has somebody's mirror pushed: a person, or the server itself. */
export type PushContext = WorkspaceContext & AuditSource & { now: () => Date };

/** Whoever pushes renews its lease; past it, any server may push. */
const leaseMs = 30_000;
const renewEveryMs = 8_000;

export type CarryingOut = {
  /** As it was when somebody decided on it. */
  row: MirrorRow;
  /** The newest commit then; null where nobody looked. */
  newest: Counted | null;
  losing: string | null;
};

/**
 * One push of one mirror, by one server at a time: the result is written down with its trail. False when somebody else
 * is at it, the mirror is gone, or what it is of has ended. What fails is kept with the mirror and not thrown.
 */
export async function carryOutPush(context: PushContext, carrying: CarryingOut): Promise<boolean> {
  const lease = await takeLease(context, carrying.row);
  if (lease === null) return false;
  // Since it was read somebody else may have pushed, or revoked its address, or deleted a skill of it.
  const row = await readMirrorRow(context, carrying.row.id);
  const recorded = sourceOf(row, context.now());
  if (!recorded) {
    await giveBack(context, lease);
    return false;
  }
  const stopped = new AbortController();
  const stopRenewing = keepLease(context, lease, () => stopped.abort());
  try {
    const signal = AbortSignal.any([stopping(), stopped.signal]);
    const outcome = await push(context, { ...carrying, row, recorded, lease, signal });
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

const giveBack = ({ db }: PushContext, { id, by }: Lease) =>
  db.mirror.updateMany({ where: { id, leaseBy: by }, data: { leaseBy: null, leaseUntil: null } });

/** Renews until the answer is called; `onLost` once somebody else has it. */
function keepLease({ db, now }: PushContext, { id, by }: Lease, onLost: () => void): () => void {
  const renew = async () => {
    const data = { leaseUntil: new Date(now().getTime() + leaseMs) };
    const { count } = await db.mirror.updateMany({ where: { id, leaseBy: by }, data });
    if (count === 0) onLost();
  };
  const about = { mirror: id };
  return keepRenewing({ everyMs: renewEveryMs, renew, about, failed: "could not renew a mirror's lease" });
}

type Leased = CarryingOut & { lease: Lease };
type Outcome = Result<Pushed, PushProblem>;

async function push(
  context: PushContext,
  { row, recorded, losing, lease, signal }: Leased & { recorded: Recorded; signal: AbortSignal },
): Promise<Outcome> {
  try {
    const beforeSending = (pack: OutgoingPack) => noteSent(context, { row, lease, pack });
    const remote = remoteOf(row, (met) => meetMirrorHost(context, row, met));
    return await runPush(context, {
      recorded,
      remote,
      known: sentBefore(row),
      losing,
      beforeSending,
      signal,
    });
  } catch (error) {
    log.warn({ err: error, mirror: row.id }, "a mirror could not be pushed");
    return err({ kind: "internal", remoteSaid: null });
  }
}

type Noting = { row: MirrorRow; lease: Lease; pack: OutgoingPack };

/**
 * Writes down what goes out, with its trail, before it does: whether it arrived may never be known. What was sent before
 * stays known as what was pushed, until this, or a part of it, is known to be there.
 */
async function noteSent(context: PushContext, { row, lease, pack }: Noting): Promise<void> {
  const { history, to, arrived, commits, lost } = pack;
  await inTransaction(context, async (context) => {
    const { count } = await context.db.mirror.updateMany({
      where: { id: lease.id, leaseBy: lease.by },
      data: {
        sentCommit: to.id,
        sentNumber: to.number,
        sentHistory: history,
        ...(arrived && taken(arrived, { history, at: context.now() })),
      },
    });
    if (count === 0) throw new Error("The lease of the mirror was lost before anything was sent.");
    await appendAudit(context, {
      action: "mirror.sent",
      object: { type: "mirror", id: row.id, name: row.url },
      detail: { branch: row.branch, commit: to.id, commits, ...(lost !== null && { lost }) },
    });
  });
}

const taken = ({ id, number }: Reached, { history, at }: { history: string; at: Date }) => ({
  pushedCommit: id,
  pushedNumber: number,
  pushedHistory: history,
  pushedAt: at,
});

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
        : { ...done, ...failed(row, outcome.error, at), ...(newest && tried(newest)) },
    });
    if (count === 0) return;
    const { reached, sent, lost } = outcome.ok ? outcome.value : { reached: null, sent: 0, lost: null };
    if (reached && (sent > 0 || isNewsOfSent(row, reached)))
      await appendAudit(context, {
        action: "mirror.pushed",
        object: { type: "mirror", id: row.id, name: row.url },
        detail: {
          branch: row.branch,
          commit: reached.id,
          commits: sent,
          ...(lost !== null && { lost }),
        },
      });
    await notify(context, { topic: "agents", workspaceId });
  });
}

/** It was sent before, by a server that was ended before it could write down that it arrived. */
const isNewsOfSent = ({ sentCommit, pushedCommit }: MirrorRow, { id }: Reached): boolean =>
  id === sentCommit && id !== pushedCommit;

const tried = ({ number, history }: Counted) => ({ triedNumber: number, triedHistory: history });

const succeeded = ({ reached, history, newest }: Pushed, at: Date) => ({
  failure: null,
  remoteSaid: null,
  failedAt: null,
  nextAt: null,
  attempts: 0,
  ...tried({ number: newest, history }),
  ...(reached && {
    ...taken(reached, { history, at }),
    sentCommit: reached.id,
    sentNumber: reached.number,
    sentHistory: history,
  }),
});

function failed(
  { attempts, onPublish, pushedCommit }: MirrorRow,
  { kind, remoteSaid }: PushProblem,
  at: Date,
) {
  const delayMs = retryDelayMs(kind, attempts + 1);
  return {
    failure: kind,
    remoteSaid,
    failedAt: at,
    attempts: attempts + 1,
    nextAt: onPublish && pushedCommit !== null ? new Date(at.getTime() + delayMs) : null,
  };
}
