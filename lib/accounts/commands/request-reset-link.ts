import "server-only";
import type { VisitorContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { hourMs } from "@/lib/kernel/durations";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type Letter, type MailSettings, mailSettings, sendMail } from "@/lib/platform/mail";
import { requestResetLinkSchema } from "../account-schema";
import { lockAccount } from "../administrator";
import { requirePasswords } from "../reset-links";
import { writeProviderLetter, writeResetLetter } from "../write-letters";
import { insertResetLink } from "../writes/insert-reset-link";

const mostLettersAnHour = 3;

/**
 * Sends a link for a new password to the address, where it has an account. Answers at once and the same whoever asks
 * for whatever address, so it tells nobody who has an account; what then happens is `sent`, which never rejects.
 * FORBIDDEN where passwords are off, UNPROCESSABLE where no e-mail is sent.
 */
export function requestResetLink(
  visitor: VisitorContext,
  input: { email: string },
  mail: MailSettings | null = mailSettings(),
): { sent: Promise<void> } {
  const { email } = requestResetLinkSchema.parse(input);
  requirePasswords();
  if (mail === null)
    throw new AppError(
      "UNPROCESSABLE",
      "This installation sends no e-mail. Ask an operator, or an admin of your workspace, for a reset link.",
      { details: { reason: "no-mail" } },
    );
  const { traceId } = visitor;
  const sent = prepareLetter(visitor, email)
    .then((letter) => letter && sendMail(mail, { to: email, ...letter }))
    .catch((error: unknown) => log.warn({ err: error, traceId }, "a reset link could not be sent by e-mail"))
    .then(() => undefined);
  return { sent };
}

/** Null when nothing goes out: no such account, a deactivated one, or enough letters for this hour. */
async function prepareLetter(visitor: VisitorContext, email: string): Promise<Omit<Letter, "to"> | null> {
  const person = await visitor.db.user.findUnique({ where: { email }, select: { id: true } });
  if (!person) return null;
  return inTransaction(visitor, async (visitor) => {
    const account = await lockAccount(visitor, person.id);
    if (account.deactivatedAt !== null || !(await mayWrite(visitor, person.id))) return null;
    const credential = await visitor.db.account.count({
      where: { userId: person.id, password: { not: null } },
    });
    await appendAudit(
      { ...visitor, actor: { userId: null, name: "Somebody who is not signed in" }, workspace: null },
      {
        action: "person.reset-link-requested",
        object: { type: "person", id: account.id, name: account.name },
        detail: { hasPassword: credential > 0 },
      },
    );
    // A mailbox alone does not give an account a second way in that its person never chose.
    if (credential === 0) return writeProviderLetter(env().oidc?.name ?? null, env().publicUrl);
    const link = { userId: person.id, origin: "mail" as const, createdById: null, workspaceId: null };
    return writeResetLetter((await insertResetLink(visitor, link)).url);
  });
}

/** Counted in the trail, over all servers: no mailbox is flooded, whoever asks. */
async function mayWrite({ db, now }: VisitorContext, objectId: string): Promise<boolean> {
  const letters = await db.audit.count({
    where: {
      workspaceId: null,
      objectId,
      action: "person.reset-link-requested",
      at: { gt: new Date(now().getTime() - hourMs) },
    },
  });
  return letters < mostLettersAnHour;
}
