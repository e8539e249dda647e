import "server-only";
import { AppError } from "@/lib/kernel/app-error";
import { isSshAddress, readSshAddress, sshUrl } from "@/lib/kernel/ssh-address";
import { env } from "./env";
import { checkAddress, checkSshHost, GuardError } from "./guarded-fetch";

/** An address in its normal form. UNPROCESSABLE for one that this server does not ask anything of. */
export function requireReachable(url: string): string {
  return asUnprocessable(() => checkAddress(url, env().allowedHosts).href.replace(/\/+$/, ""));
}

/** The same of a repository, which may be reached over ssh. */
export function requireReachableRepository(address: string): string {
  if (!isSshAddress(address)) return requireReachable(address);
  const place = readSshAddress(address);
  if (!place.ok) throw new AppError("UNPROCESSABLE", place.error);
  asUnprocessable(() => checkSshHost(place.value, env().allowedHosts));
  return sshUrl(place.value);
}

function asUnprocessable<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    const message =
      error.reason === "user-info"
        ? "Leave the user name and the token out of the address: they have fields of their own."
        : error.message;
    throw new AppError("UNPROCESSABLE", message, { cause: error });
  }
}
