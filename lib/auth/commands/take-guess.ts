import "server-only";
import { createHmac } from "node:crypto";
import type { VisitorContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { deriveKey } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { type GuessKind, type GuessLimit, type GuessScope, guessLimits } from "../guess-limits";
import { networkOf } from "../network-of";
import { countGuess, forgetGuesses, uncountGuesses, waitOf } from "../writes/record-guesses";
import { recordRefusal } from "./record-refusal";

export type Guess = {
  kind: GuessKind;
  /** What is guessed at: an e-mail address, a link's token, a person's id. Only a keyed hash of it is stored. */
  target: string;
  /** The mark of a browser that got in here before. */
  device?: string | null;
};

/** To be called when what was tried was right: then it was no guess. */
export type TakenGuess = { wasRight: () => Promise<void> };

type Counter = { key: string; limit: GuessLimit };

/**
 * Counts a guess before anybody looks whether it is right, in the database: the limits hold over all servers together,
 * and for guesses at once. TOO_MANY_REQUESTS, with its wait, past one of `guessLimits`: nobody may
 * then look whether it is right.
 */
export async function takeGuess(guesser: VisitorContext, guess: Guess): Promise<TakenGuess> {
  const now = guesser.now();
  const taken: Counter[] = [];
  let triedBefore = 0;
  for (const counter of countersOf(guesser, guess)) {
    // Of guesses at one target from one network only the first says something new about the network.
    const isRepeat = counter.limit.isOfTargets === true && triedBefore > 0;
    const { waitMs, count } = isRepeat
      ? await waitOf(guesser, counter.key, now)
      : await countGuess(guesser, counter.key, counter.limit, now);
    if (waitMs > 0) {
      await uncountGuesses(guesser, keysOf(taken));
      await recordRefusal(guesser, { reason: `too-many-${guess.kind}`, ...accountOf(guess) });
      throw tooMany(waitMs);
    }
    // The pair comes first: whether others tried this target says nothing of this network.
    if (taken.length === 0) triedBefore = count - 1;
    taken.push(counter);
  }
  const [forgiving, others] = [true, false].map((is) =>
    keysOf(taken.filter(({ limit }) => (limit.isForgiving ?? false) === is)),
  );
  return {
    wasRight: async () => {
      await forgetGuesses(guesser, forgiving ?? []);
      await uncountGuesses(guesser, others ?? []);
    },
  };
}

/** Whom a target stands for: a link's token is nobody's, and is not to be written down. */
function accountOf({ kind, target }: Guess): { email?: string; userId?: string } {
  if (kind === "password" || kind === "reset") return { email: target };
  return kind === "code" || kind === "confirmation" ? { userId: target } : {};
}

const keysOf = (counters: readonly Counter[]): string[] => counters.map(({ key }) => key);

/** The counters of a guess, the narrowest first: what one network uses up at a target, the others there still have. */
function countersOf({ address }: VisitorContext, { kind, target, device }: Guess): Counter[] {
  const limits: Partial<Record<GuessScope, GuessLimit>> = guessLimits[kind];
  const [what, network] = [target.trim().toLowerCase(), networkOf(address)];
  const scopes: readonly (readonly [GuessScope, string])[] =
    device && limits.device
      ? [["device", `${what}\n${device}`]]
      : [
          ["pair", `${what}\n${network}`],
          ["target", what],
          ["network", network],
        ];
  const secret = deriveKey(env().secret, "guesses");
  return scopes.flatMap(([scope, of]) => {
    const limit = limits[scope];
    const hash = createHmac("sha256", secret).update(`${kind}\n${scope}\n${of}`).digest("base64url");
    return limit ? [{ key: hash, limit }] : [];
  });
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1_000);
  const words = seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError("TOO_MANY_REQUESTS", `Too many attempts. Wait ${words}, then try again.`, {
    retryAfterSeconds: seconds,
  });
}
