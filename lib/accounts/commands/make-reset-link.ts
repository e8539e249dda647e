import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import type { MadeResetLink } from "../account-schema";
import {
  type Administrator,
  administer,
  isMachineAdministrator,
  lockAccount,
  requireAdministrator,
  requireSomebodyElse,
} from "../administrator";
import { recordAct } from "../internal/record-act";
import { requirePasswords, whyNotVouched } from "../reset-links";
import { insertResetLink } from "../writes/insert-reset-link";

/**
 * A link with which somebody chooses a new password, for an operator or the machine's administrator to pass on. The
 * answer is the only place where it is ever shown. An earlier one made this way ends. FORBIDDEN where passwords are
 * off, UNPROCESSABLE for oneself and for a deactivated account.
 */
export async function makeResetLink(
  context: Administrator,
  { person }: { person: string },
): Promise<MadeResetLink> {
  requireAdministrator(context);
  requirePasswords();
  requireSomebodyElse(context, person, "Change your password under Settings, Your account.");
  return inTransaction(context, async (context) => {
    const account = await administer(context, person);
    const vouched = isMachineAdministrator(context)
      ? { userId: person, origin: "machine" as const, createdById: null, workspaceId: null }
      : { userId: person, origin: "operator" as const, createdById: context.actor.userId, workspaceId: null };
    const whyNot = await whyNotVouched(context, vouched);
    if (whyNot !== null) throw new AppError("UNPROCESSABLE", whyNot);
    const made = await insertResetLink(context, vouched);
    await recordAct(context, account, "person.reset-link-made", { expiresAt: made.expiresAt });
    return made;
  });
}

/**
 * The same by an admin of a workspace, for somebody whose account is that workspace's alone, whose role is not above
 * their own and who is no operator; FORBIDDEN with the reason otherwise. NOT_FOUND for who is not here.
 */
export async function makeMemberResetLink(
  context: Context,
  { member }: { member: string },
): Promise<MadeResetLink> {
  requirePermission(context, "members.manage");
  requirePasswords();
  requireSomebodyElse(context, member, "Change your password under Settings, Your account.");
  const workspaceId = context.workspace.id;
  return inPermittedTransaction(context, "members.manage", async (context) => {
    const membership = { workspaceId_userId: { workspaceId, userId: member } };
    const here = await context.db.member.findUnique({ where: membership, include: { user: true } });
    if (!here || here.user.isMachine)
      throw new AppError("NOT_FOUND", "This person is not a member of the workspace.");
    const account = await lockAccount(context, member);
    const createdById = context.actor.userId;
    const vouched = { userId: member, origin: "workspace" as const, createdById, workspaceId };
    const whyNot = await whyNotVouched(context, vouched);
    if (whyNot !== null)
      throw new AppError("FORBIDDEN", whyNot, { details: { reason: "not-yours-to-reset" } });
    const made = await insertResetLink(context, vouched);
    await appendAudit(context, {
      action: "member.reset-link-made",
      object: { type: "member", id: member, name: account.name },
      detail: { expiresAt: made.expiresAt },
    });
    await recordAct(context, account, "person.reset-link-made", {
      expiresAt: made.expiresAt,
      workspace: { id: workspaceId, name: context.workspace.name },
    });
    return made;
  });
}
