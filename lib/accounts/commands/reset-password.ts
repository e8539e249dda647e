import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import { endAllSessions } from "@/lib/auth/end-sessions";
import { passwordSchema } from "@/lib/auth/schema";
import { hashPassword, setPassword } from "@/lib/auth/set-password";
import type { Tx } from "@/lib/db/client";
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
import type { Visitor } from "./request-reset-link";

/**
 * Sets a new password by a link and uses it up: of many at once with one link one does. Ends every session and every
 * other link; the second step is asked for as before, keys and a connected provider stay, and the answer says so.
 * Throws what `requireOpenResetLink` says.
 */
export async function resetPassword(
  visitor: Visitor,
  input: { token: string; password: string },
  mail: MailSettings | null = mailSettings(),
): Promise<PasswordReset> {
  const { token, password } = resetPasswordSchema.parse(input);
  requirePasswords();
  // Looked at twice: hashing is slow on purpose, and nobody without a link may ask for it.
  const { userId } = await requireOpenResetLink(visitor.db, token, visitor.now());
  const passwordHash = await hashPassword(password);
  const done = await inTransaction(visitor.db, async (tx) => {
    const account = await lockAccount(tx, userId);
    const link = await requireOpenResetLink(tx, token, visitor.now());
    await tx.resetLink.update({ where: { id: link.id }, data: { usedAt: visitor.now() } });
    const sessions = await replacePassword(tx, account, passwordHash);
    await appendAudit(
      tx,
      { ...visitor, actor: { userId, name: account.name }, workspace: null },
      {
        action: "person.password-reset",
        object: { type: "person", id: userId, name: account.name },
        detail: { by: link.origin, linkMadeBy: link.createdById, sessions },
      },
    );
    return whatStays(tx, account);
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
  const done = await inTransaction(context.db, async (tx) => {
    const account = await administer(tx, context, input.person);
    if (account.deactivatedAt !== null)
      throw new AppError(
        "UNPROCESSABLE",
        `The account of ${account.name} is deactivated. Reactivate it first.`,
      );
    const sessions = await replacePassword(tx, account, passwordHash);
    await recordAct(tx, context, account, "person.password-reset", { by: "machine", sessions });
    return whatStays(tx, account);
  });
  sendLater(context, mail, done.email, writePasswordSetLetter());
  return done;
}

/** How many sessions it ended. */
async function replacePassword(tx: Tx, { id }: LockedAccount, passwordHash: string): Promise<number> {
  await setPassword(tx, id, passwordHash);
  const sessions = await endAllSessions(tx, id);
  await tx.resetLink.deleteMany({ where: { userId: id, usedAt: null } });
  await tellWorkspaces(tx, id);
  return sessions;
}

async function whatStays(tx: Tx, { id, email, twoFactorEnabled }: LockedAccount): Promise<PasswordReset> {
  const now = new Date();
  const keys = await tx.apiKey.count({
    where: { userId: id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
  const connected = await tx.account.count({ where: { userId: id, providerId: "oidc" } });
  const provider = connected > 0 ? (env().oidc?.name ?? null) : null;
  return { email, twoFactor: twoFactorEnabled, keys, provider };
}
