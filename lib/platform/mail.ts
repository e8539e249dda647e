import "server-only";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { onOneLine } from "@/lib/kernel/on-one-line";
import { env } from "./env";

export type MailSettings = { url: string; from: string };

/** Null when this installation sends no e-mail. */
export const mailSettings = (): MailSettings | null => env().smtp;

/** One letter to one person, in plain text. */
export type Letter = { to: string; subject: string; text: string };

/** Somebody waits for the answer. */
const longestMs = 10_000;

/** Why a letter did not go out, in words for whoever wanted it sent; the cause is for the log. */
export class MailError extends Error {
  override readonly name = "MailError";
}

/** Hands a letter to the e-mail server. Throws MailError when it does not take it within 10 seconds. */
export async function sendMail({ url, from }: MailSettings, { to, subject, text }: Letter): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: longestMs,
    greetingTimeout: longestMs,
    socketTimeout: longestMs,
    // What a letter says is text of ours: nothing in it names a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      // As an object: a list of addresses inside the text would stay one address, and be refused.
      to: { name: "", address: to },
      subject: onOneLine(subject),
      text,
      signal: AbortSignal.timeout(longestMs),
    });
  } catch (error) {
    throw new MailError(reasonOf(error), { cause: error });
  } finally {
    transport.close();
  }
}

const failureSchema = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  response: z.string().optional(),
});

/** By the codes of nodemailer (https://nodemailer.com/errors). */
function reasonOf(error: unknown): string {
  const { code = "", message = "", response } = failureSchema.safeParse(error).data ?? {};
  const said = response ? ` It said: ${onOneLine(response).slice(0, 200)}` : "";
  if (code === "EAUTH" || code === "ENOAUTH")
    return "The e-mail server refused the sign-in that GREENROOM_SMTP_URL holds.";
  if (code === "EENVELOPE" || code === "EMESSAGE") return `The e-mail server refused the letter.${said}`;
  if (code === "ETLS" || /certificate/i.test(message))
    return "The e-mail server offers no connection that could be trusted.";
  if (code === "ETIMEDOUT" || code === "EABORT") return "The e-mail server did not answer in time.";
  if (code === "ESOCKET" || code === "ECONNECTION" || code === "EDNS" || code.startsWith("ECONN"))
    return "The e-mail server cannot be reached.";
  return `The e-mail server did not take the letter.${said}`;
}
