import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import { endAllSessions } from "@/lib/auth/end-sessions";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import {
  type Administrator,
  administer,
  byWhom,
  type LockedAccount,
  requireAdministrator,
  requireAnotherOperator,
  requireSomebodyElse,
} from "../administrator";
import { recordAct, tellWorkspaces } from "../internal/record-act";
import { listOnlyOwned } from "../queries";

type Asked = { person: string };
export type Deactivation = {
  /** False when it was so before. */
  changed: boolean;
  /** Names of workspaces that nobody who gets in owns any more. */
  leftWithoutOwner: string[];
};

/**
 * Lets nobody in with this account any more: sessions and streams end, runs stop, keys do nothing, open invitations and
 * reset links of theirs are revoked. What they wrote stays, and so do memberships and keys, for whoever reactivates it.
 * CONFLICT (details.reason "last-operator") for the only operator, UNPROCESSABLE for oneself; twice is once.
 */
export async function deactivateAccount(context: Administrator, { person }: Asked): Promise<Deactivation> {
  requireAdministrator(context);
  requireSomebodyElse(context, person, "Ask another operator to deactivate your account.");
  return inTransaction(context.db, async (tx) => {
    const account = await administer(tx, context, person);
    const leftWithoutOwner = await listOnlyOwned(tx, person);
    if (account.deactivatedAt !== null) return { changed: false, leftWithoutOwner };
    if (account.isOperator) await requireAnotherOperator(tx, account);
    await tx.user.update({ where: { id: person }, data: { deactivatedAt: context.now() } });
    const ended = {
      sessions: await endAllSessions(tx, person),
      invitations: await revokeInvitations(tx, context, person),
      runs: await stopRuns(tx, person),
    };
    await tx.resetLink.deleteMany({
      where: { usedAt: null, OR: [{ userId: person }, { createdById: person }] },
    });
    await recordAct(tx, context, account, "person.deactivated", { ...ended, leftWithoutOwner });
    await recordInWorkspaces(tx, context, account, "member.deactivated");
    return { changed: true, leftWithoutOwner };
  });
}

/** Lets somebody in again, as they were: with their roles and their keys. False when nothing was to be done. */
export async function reactivateAccount(context: Administrator, { person }: Asked): Promise<boolean> {
  requireAdministrator(context);
  return inTransaction(context.db, async (tx) => {
    const account = await administer(tx, context, person);
    if (account.deactivatedAt === null) return false;
    await tx.user.update({ where: { id: person }, data: { deactivatedAt: null } });
    await recordAct(tx, context, account, "person.reactivated");
    await recordInWorkspaces(tx, context, account, "member.reactivated");
    return true;
  });
}

/** Nobody keeps a way back in, or up, by a link that they made before. */
async function revokeInvitations(tx: Tx, { now }: Administrator, createdById: string): Promise<number> {
  const { count } = await tx.invitation.updateMany({
    where: { createdById, acceptedAt: null, revokedAt: null, expiresAt: { gt: now() } },
    data: { revokedAt: now() },
  });
  return count;
}

async function stopRuns(tx: Tx, startedById: string): Promise<number> {
  const runs = await tx.run.findMany({ where: { startedById, state: "running" }, select: { id: true } });
  await tx.run.updateMany({ where: { startedById, state: "running" }, data: { stopRequested: true } });
  for (const { id: runId } of runs) await notify(tx, { topic: "stop-run", runId });
  return runs.length;
}

/** Its admins read there why somebody is gone; the installation's own trail is not theirs. */
async function recordInWorkspaces(
  tx: Tx,
  context: Administrator,
  { id, name }: LockedAccount,
  action: string,
): Promise<void> {
  for (const workspaceId of await tellWorkspaces(tx, id))
    await appendAudit(
      tx,
      { ...context, workspace: { id: workspaceId } },
      { action, object: { type: "member", id, name }, detail: byWhom(context) },
    );
}
