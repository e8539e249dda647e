import "server-only";
import { log } from "@/lib/platform/log";
import { type Letter, type MailSettings, sendMail } from "@/lib/platform/mail";

/**
 * Hands a letter over without anybody waiting for it: how long that takes would tell whether there was one. Where no
 * e-mail is sent, and when it fails, nothing else changes; the log has why.
 */
export function sendLater(
  { traceId }: { traceId: string },
  mail: MailSettings | null,
  to: string,
  letter: Omit<Letter, "to">,
): void {
  if (mail === null) return;
  sendMail(mail, { to, ...letter }).catch((error: unknown) =>
    log.warn({ err: error, traceId }, "a letter about an account could not be sent"),
  );
}
