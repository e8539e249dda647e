import "server-only";
import type { VisitorContext } from "@/lib/access/context";
import { holdsAt } from "@/lib/access/key-state";
import { appendAudit } from "@/lib/audit/commands";
import { passwordSchema } from "@/lib/auth/schema";
import { endAllSessions } from "@/lib/auth/writes/end-sessions";
import { hashPassword, setPassword } from "@/lib/auth/writes/set-password";
import type { DatabaseContext } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { type MailSettings, mailSettings } from "@/lib/platform/mail";
import { type PasswordReset, resetPasswordSchema } from "../account-schema";
import { administer, type LockedAccount, lockAccount, type MachineAdministrator } from "../administrator";
import { recordAct, tellWorkspaces } from "../internal/record-act";
import { sendLater } from "../internal/send-later";
import { requireOpenResetLink, requirePasswords } from "../reset-links";
import { writePasswordSetLetter } from "../write-letters";

/**
 * Sets a new password by a link and uses it up: of many at once with one link one does. Ends every session and every
 * other link; the second step is asked for as before, keys and a connected provider stay, and the answer says so.
 * Throws what `requireOpenResetLink` says.
 */
export async function resetPassword(
  visitor: VisitorContext,
  input: { token: string; password: string },
  mail: MailSettings | null = mailSettings(),
): Promise<PasswordReset> {
  const { token, password } = resetPasswordSchema.parse(input);
  requirePasswords();
  // Looked at twice: hashing is slow on purpose, and nobody without a link may ask for it.
  const { userId } = await requireOpenResetLink(visitor, token, visitor.now());
  const passwordHash = await hashPassword(password);
  const done = await inTransaction(visitor, async (visitor) => {
    const account = await lockAccount(visitor, userId);
    const link = await requireOpenResetLink(visitor, token, visitor.now());
    await visitor.db.resetLink.update({ where: { id: link.id }, data: { usedAt: visitor.now() } });
    const sessions = await replacePassword(visitor, account, passwordHash);
    await appendAudit(
      { ...visitor, actor: { userId, name: account.name }, workspace: null },
      {
        action: "person.password-reset",
        object: { type: "person", id: userId, name: account.name },
        detail: { by: link.origin, linkMadeBy: link.createdById, sessions },
      },
    );
    return whatStays(visitor, account);
  });
  sendLater(visitor, mail, done.email, writePasswordSetLetter());
  return done;
}

/** The same without a link, for whoever administers the machine. */
export async function setAccountPassword(
  context: MachineAdministrator,
  input: { person: string; password: string },
  mail: MailSettings | null = mailSettings(),
): Promise<PasswordReset> {
  requirePasswords();
  const password = passwordSchema.parse(input.password);
  const passwordHash = await hashPassword(password);
  const done = await inTransaction(context, async (context) => {
    const account = await administer(context, input.person);
    if (account.deactivatedAt !== null)
      throw new AppError(
        "UNPROCESSABLE",
        `The account of ${account.name} is deactivated. Reactivate it first.`,
      );
    const sessions = await replacePassword(context, account, passwordHash);
    await recordAct(context, account, "person.password-reset", { by: "machine", sessions });
    return whatStays(context, account);
  });
  sendLater(context, mail, done.email, writePasswordSetLetter());
  return done;
}

/** How many sessions it ended. */
async function replacePassword(
  context: DatabaseContext,
  { id }: LockedAccount,
  passwordHash: string,
): Promise<number> {
  await setPassword(context, id, passwordHash);
  const sessions = await endAllSessions(context, id);
  await context.db.resetLink.deleteMany({ where: { userId: id, usedAt: null } });
  await tellWorkspaces(context, id);
  return sessions;
}

async function whatStays(
  { db }: DatabaseContext,
  { id, email, twoFactorEnabled }: LockedAccount,
): Promise<PasswordReset> {
  const keys = await db.apiKey.count({ where: { ...holdsAt(new Date()), userId: id } });
  const connected = await db.account.count({ where: { userId: id, providerId: "oidc" } });
  const provider = connected > 0 ? (env().oidc?.name ?? null) : null;
  return { email, twoFactor: twoFactorEnabled, keys, provider };
}
