import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { SignInAttempts } from "./internal/sign-in-attempts";

const guesses = new SignInAttempts();

/**
 * Does something with the token of a link, and counts what opened nothing: per caller, who then tries links, and per
 * link, of which somebody then tries whom it is for. What opens something counts for nothing and forgives nothing:
 * looking at the link in between is no way around. TOO_MANY_REQUESTS past 20 a minute of either.
 */
export async function limitGuesses<T>(
  { address, token }: { address: string | null; token: string },
  work: () => Promise<T>,
  isGuess: (result: T) => boolean = () => false,
): Promise<T> {
  const counted = [`from ${address ?? "somewhere"}`, `link ${token}`];
  const now = Date.now();
  if (!counted.map((each) => guesses.take(each, now)).every(Boolean))
    throw new AppError("TOO_MANY_REQUESTS", "Too many attempts. Wait a minute.", { retryAfterSeconds: 60 });
  const result = await work();
  if (!isGuess(result)) for (const each of counted) guesses.giveBack(each);
  return result;
}
