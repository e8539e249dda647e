import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "./env";
import { checkAddress, GuardError } from "./guarded-fetch";

/** An address in its normal form. UNPROCESSABLE for one that this server does not ask anything of. */
export function requireReachable(url: string): string {
  try {
    return checkAddress(url, env().allowedHosts).href.replace(/\/+$/, "");
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    const message =
      error.reason === "user-info"
        ? "Leave the user name and the token out of the address: they have fields of their own."
        : error.message;
    throw new AppError("UNPROCESSABLE", message, { cause: error });
  }
}
