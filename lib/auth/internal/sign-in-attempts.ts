import { sha256 } from "@/lib/platform/crypto";

const windowMs = 60_000;
const mostAttempts = 20;
const mostRemembered = 10_000;

/**
 * Counts attempts to sign in per e-mail address, in this process. The limit per caller rests on a header that the
 * caller may write, so it stops nobody who guesses one person's password; this one does.
 */
export class SignInAttempts {
  private readonly byAddress = new Map<string, { since: number; count: number }>();

  /** Counts one more; false when that is one too many for this minute. */
  take(email: string, now: number): boolean {
    const key = keyOf(email);
    const known = this.byAddress.get(key);
    const entry = known && now - known.since < windowMs ? known : { since: now, count: 0 };
    entry.count += 1;
    this.byAddress.delete(key);
    this.byAddress.set(key, entry);
    const [oldest] = this.byAddress.keys();
    if (this.byAddress.size > mostRemembered && oldest !== undefined) this.byAddress.delete(oldest);
    return entry.count <= mostAttempts;
  }

  /** The last one was no guess. Those before it still count. */
  giveBack(email: string): void {
    const known = this.byAddress.get(keyOf(email));
    if (known) known.count -= 1;
  }

  /** Who got in has nothing to wait for. */
  forget(email: string): void {
    this.byAddress.delete(keyOf(email));
  }
}

const keyOf = (email: string): string => sha256(email.trim().toLowerCase());
