import "server-only";
import { z } from "zod";
import type { VisitorContext } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { recordRefusal } from "../commands/record-refusal";
import { takeGuess } from "../commands/take-guess";
import { knownDevice, markDevice } from "../known-device";
import { addressOf, traceIdOf } from "../request-facts";
import { deactivatedCode } from "./session-guard";

/** Whoever sends a request that nobody is signed in with yet. */
export const guesserOf = ({ headers }: Pick<Request, "headers">): VisitorContext => ({
  db: database(),
  now: () => new Date(),
  address: addressOf(headers),
  traceId: traceIdOf(headers),
});

/**
 * Signs in with an e-mail address and a password, within the limits of guesses. A browser that gave the right password
 * is marked: guesses made elsewhere never lock it out. TOO_MANY_REQUESTS as `takeGuess`.
 */
export async function guardSignIn(
  request: Request,
  email: string,
  signIn: () => Promise<Response>,
): Promise<Response> {
  const device = knownDevice(request.headers, email);
  const guesser = guesserOf(request);
  const guess = await takeGuess(guesser, { kind: "password", target: email, device });
  const response = await signIn();
  if (!response.ok) {
    const reason = await reasonOf(response);
    if (reason) await recordRefusal(guesser, { reason, email });
    return response;
  }
  await guess.wasRight();
  if (device === null) response.headers.append("set-cookie", markDevice(email));
  return response;
}

const refusalSchema = z.object({ code: z.string() });
const reasons: Readonly<Record<string, string | undefined>> = {
  INVALID_EMAIL_OR_PASSWORD: "password",
  PASSWORD_REPLACED: "password",
  [deactivatedCode]: "deactivated",
};

/** Why nobody was let in; null for what was no sign-in at all, as where the database does not answer. */
async function reasonOf(response: Response): Promise<string | null> {
  const body = refusalSchema.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  return (body.success && reasons[body.data.code]) || null;
}
