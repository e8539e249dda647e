import "server-only";
import { networkOf } from "@/lib/auth/network-of";
import { AppError } from "@/lib/kernel/app-error";
import { type AllowanceLimits, RequestAllowance } from "@/lib/platform/request-allowance";

/** One client that installs 500 skills asks about a thousand times in a row. */
const perAddress: AllowanceLimits = { burst: 6_000, perSecond: 100 };
/** Whoever tries tokens. They are not guessed: this bounds what trying costs. */
const perNetwork: AllowanceLimits = { burst: 60, perSecond: 1 };

/** How often an address, or a network with wrong tokens, may ask each server; in its memory, as haste needs no exactness. */
export class AddressLimits {
  private readonly addresses = new RequestAllowance(perAddress);
  private readonly strangers = new RequestAllowance(perNetwork);

  /**
   * Before a token is looked up. TOO_MANY_REQUESTS where too many wrong ones came from this network; whoever shares it
   * with a token that was right before goes on.
   */
  beforeLookup(hash: string, sender: string | null): void {
    if (!this.addresses.has(hash)) refuse(this.strangers.wait(networkOf(sender)));
  }

  /** After a token was found to open nothing. */
  noteWrong(hash: string, sender: string | null): void {
    this.addresses.forget(hash);
    this.strangers.take(networkOf(sender));
  }

  /** After a token was found to be right. TOO_MANY_REQUESTS past what one address may. */
  noteRight(hash: string): void {
    refuse(this.addresses.take(hash));
  }
}

function refuse(retryAfterSeconds: number): void {
  if (retryAfterSeconds === 0) return;
  throw new AppError("TOO_MANY_REQUESTS", "Too many requests. Wait a little, then try again.", {
    retryAfterSeconds,
  });
}
