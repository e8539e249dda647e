import "server-only";
import type { VisitorContext } from "@/lib/access/context";
import { type Guess, takeGuess } from "@/lib/auth/commands/take-guess";

/**
 * Shows what a link opens. Its token counts as guessed before anybody looks, and as none once there is such a link,
 * however it stands: used, expired or open.
 */
export async function lookAtLink<Link extends { state: string }>(
  visitor: VisitorContext,
  guess: Guess,
  look: (token: string) => Promise<Link>,
): Promise<Link> {
  const taken = await takeGuess(visitor, guess);
  const link = await look(guess.target);
  if (!nobodys.has(link.state)) await taken.wasRight();
  return link;
}

/** States of a link that nobody made. */
const nobodys: ReadonlySet<string> = new Set(["unknown", "wrong"]);
