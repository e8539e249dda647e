import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import { openInvitation } from "@/lib/auth/invitations";
import { endAllSessions } from "@/lib/auth/writes/end-sessions";
import { revokeInvitations } from "@/lib/auth/writes/revoke-invitations";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
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
  return inTransaction(context, async (context) => {
    const account = await administer(context, person);
    const leftWithoutOwner = await listOnlyOwned(context, person);
    if (account.deactivatedAt !== null) return { changed: false, leftWithoutOwner };
    if (account.isOperator) await requireAnotherOperator(context, account);
    await context.db.user.update({ where: { id: person }, data: { deactivatedAt: context.now() } });
    const ended = {
      sessions: await endAllSessions(context, person),
      invitations: await revokeOwn(context, person),
      runs: await stopRuns(context, person),
    };
    await context.db.resetLink.deleteMany({
      where: { usedAt: null, OR: [{ userId: person }, { createdById: person }] },
    });
    await recordAct(context, account, "person.deactivated", { ...ended, leftWithoutOwner });
    await recordInWorkspaces(context, account, "member.deactivated");
    return { changed: true, leftWithoutOwner };
  });
}

/** Lets somebody in again, as they were: with their roles and their keys. False when nothing was to be done. */
export async function reactivateAccount(context: Administrator, { person }: Asked): Promise<boolean> {
  requireAdministrator(context);
  return inTransaction(context, async (context) => {
    const account = await administer(context, person);
    if (account.deactivatedAt === null) return false;
    await context.db.user.update({ where: { id: person }, data: { deactivatedAt: null } });
    await recordAct(context, account, "person.reactivated");
    await recordInWorkspaces(context, account, "member.reactivated");
    return true;
  });
}

/** Nobody keeps a way back in, or up, by a link that they made before. */
const revokeOwn = (context: Administrator, createdById: string): Promise<number> =>
  revokeInvitations(context, { createdById, ...openInvitation(context.now()) });

async function stopRuns(context: DatabaseContext, startedById: string): Promise<number> {
  const runs = await context.db.run.findMany({
    where: { startedById, state: "running" },
    select: { id: true },
  });
  await context.db.run.updateMany({
    where: { startedById, state: "running" },
    data: { stopRequested: true },
  });
  for (const { id: runId } of runs) await notify(context, { topic: "stop-run", runId });
  return runs.length;
}

/** Its admins read there why somebody is gone; the installation's own trail is not theirs. */
async function recordInWorkspaces(
  context: Administrator,
  { id, name }: LockedAccount,
  action: string,
): Promise<void> {
  for (const workspaceId of await tellWorkspaces(context, id))
    await appendAudit(
      { ...context, workspace: { id: workspaceId } },
      { action, object: { type: "member", id, name }, detail: byWhom(context) },
    );
}
