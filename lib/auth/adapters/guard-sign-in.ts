import "server-only";
import { database } from "@/lib/db/client";
import { knownDevice, markDevice } from "../known-device";
import { addressOf } from "../request-facts";
import { type Guesser, takeGuess } from "../take-guess";

/** Whoever sends a request that nobody is signed in with yet. */
export const guesserOf = ({ headers }: Pick<Request, "headers">): Guesser => ({
  db: database(),
  now: () => new Date(),
  address: addressOf(headers),
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
  const guess = await takeGuess(guesserOf(request), { kind: "password", target: email, device });
  const response = await signIn();
  if (!response.ok) return response;
  await guess.wasRight();
  if (device === null) response.headers.append("set-cookie", markDevice(email));
  return response;
}
