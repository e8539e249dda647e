import "server-only";
import { endAllSessions } from "@/lib/auth/writes/end-sessions";
import { inTransaction } from "@/lib/db/transaction";
import { type MailSettings, mailSettings } from "@/lib/platform/mail";
import { type Administrator, administer, requireAdministrator, requireSomebodyElse } from "../administrator";
import { recordAct, tellWorkspaces } from "../internal/record-act";
import { sendLater } from "../internal/send-later";
import { writeTwoFactorLetter } from "../write-letters";

/**
 * Switches the second step off for somebody who lost it: they sign in with the first alone, and may switch it on anew.
 * Signs them out everywhere, and tells them by e-mail. UNPROCESSABLE for oneself; false when it was off.
 */
export async function resetTwoFactor(
  context: Administrator,
  { person }: { person: string },
  mail: MailSettings | null = mailSettings(),
): Promise<boolean> {
  requireAdministrator(context);
  requireSomebodyElse(context, person, "Switch it off under Settings, Your account.");
  const account = await inTransaction(context, async (context) => {
    const locked = await administer(context, person);
    const { count } = await context.db.twoFactor.deleteMany({ where: { userId: person } });
    if (count === 0 && !locked.twoFactorEnabled) return null;
    await context.db.user.update({ where: { id: person }, data: { twoFactorEnabled: false } });
    const sessions = await endAllSessions(context, person);
    await recordAct(context, locked, "person.two-factor-reset", { sessions });
    await tellWorkspaces(context, person);
    return locked;
  });
  if (account) sendLater(context, mail, account.email, writeTwoFactorLetter(context.actor.name));
  return account !== null;
}
