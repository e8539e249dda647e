import "server-only";
import type { Context } from "@/lib/access/context";
import { mayGiveRole } from "@/lib/access/member-rules";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { dayMs } from "@/lib/kernel/durations";
import { newSecret, sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type MailSettings, mailSettings, sendMail } from "@/lib/platform/mail";
import { inMembershipTransaction } from "../internal/membership-transaction";
import { invitationPath } from "../invitation-options";
import {
  type CreatedInvitation,
  type CreateInvitation,
  createInvitationSchema,
  type MailDelivery,
} from "../invitation-schema";
import { type InvitationRow, openInvitation, toInvitations } from "../invitations";
import { writeInvitation } from "../write-invitation";
import { revokeInvitations } from "../writes/revoke-invitations";

const mostOpen = 200;

/**
 * A link that lets one person join. The answer is the only place where it is ever shown: its sha256 is what is kept.
 * For an address it also goes out by e-mail where that is configured; when sending fails the link holds all the same.
 * FORBIDDEN for a role above one's own, CONFLICT when the address is a member's.
 */
export async function createInvitation(
  context: Context,
  input: CreateInvitation,
  mail: MailSettings | null = mailSettings(),
): Promise<CreatedInvitation> {
  requirePermission(context, "members.manage");
  const wanted = createInvitationSchema.parse(input);
  const token = newSecret();
  const row = await inMembershipTransaction(context, "members.manage", async (context) => {
    return insertInvitation(context, wanted, token);
  });
  const url = `${env().publicUrl}${invitationPath}#${token}`;
  const delivery = await deliver(context, row, url, mail);
  const [invitation] = await toInvitations(context, [delivery.row]);
  if (!invitation) throw new Error(`Invitation ${row.id} was lost while it was made.`);
  return { ...invitation, url, mail: delivery.mail };
}

type Wanted = ReturnType<typeof createInvitationSchema.parse>;

async function insertInvitation(
  context: Context,
  { role, email, expiresInDays }: Wanted,
  token: string,
): Promise<InvitationRow> {
  const { workspace, actor, now } = context;
  const workspaceId = workspace.id;
  if (!mayGiveRole(workspace.role, role))
    throw new AppError("FORBIDDEN", `Your role here is ${workspace.role}: you cannot invite an ${role}.`, {
      details: { reason: "above-own-role" },
    });
  const open = { workspaceId, ...openInvitation(now()) };
  const replaced = email === undefined ? 0 : await replaceEarlier(context, email);
  if ((await context.db.invitation.count({ where: open })) >= mostOpen)
    throw new AppError(
      "UNPROCESSABLE",
      `At most ${mostOpen} invitations are open at a time. Revoke some first.`,
    );
  const row = await context.db.invitation.create({
    data: {
      workspaceId,
      role,
      email: email ?? null,
      tokenHash: sha256(token),
      createdById: actor.userId,
      createdAt: now(),
      expiresAt: new Date(now().getTime() + expiresInDays * dayMs),
    },
  });
  await appendAudit(context, {
    action: "member.invited",
    object: { type: "invitation", id: row.id, name: email ?? "by link" },
    detail: {
      role,
      email: email ?? null,
      expiresAt: row.expiresAt.toISOString(),
      ...(replaced > 0 ? { replaced } : {}),
    },
  });
  await notify(context, { topic: "members", workspaceId });
  return row;
}

/** One person has one link that works: making another ends the one before. Answers how many ended. */
async function replaceEarlier(context: Context, email: string): Promise<number> {
  const workspaceId = context.workspace.id;
  const member = await context.db.member.findFirst({
    where: { workspaceId, user: { email } },
    select: { user: { select: { name: true } } },
  });
  if (member)
    throw new AppError("CONFLICT", `${member.user.name} (${email}) is a member already.`, {
      details: { reason: "member" },
    });
  return revokeInvitations(context, { workspaceId, email });
}

/** After the invitation is made for good: an e-mail server that is slow or down takes nothing back. */
async function deliver(
  context: Context,
  row: InvitationRow,
  url: string,
  settings: MailSettings | null,
): Promise<{ row: InvitationRow; mail: MailDelivery }> {
  if (row.email === null || settings === null) return { row, mail: { state: "off" } };
  try {
    await sendMail(settings, {
      to: row.email,
      ...writeInvitation({
        inviter: context.actor.name,
        workspace: context.workspace.name,
        role: row.role,
        expiresAt: row.expiresAt,
        url,
      }),
    });
  } catch (error) {
    log.warn({ err: error, traceId: context.traceId }, "an invitation could not be sent by e-mail");
    const reason = error instanceof Error ? error.message : "The e-mail server did not take it.";
    return { row, mail: { state: "failed", reason } };
  }
  const sentAt = context.now();
  await context.db.invitation.updateMany({
    where: { id: row.id, workspaceId: context.workspace.id },
    data: { sentAt },
  });
  return { row: { ...row, sentAt }, mail: { state: "sent" } };
}
