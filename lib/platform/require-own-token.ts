import "server-only";
import { AppError } from "@/lib/kernel/app-error";

type Kept = { url: string; sealedToken: Uint8Array | null };

/** UNPROCESSABLE for another host than the stored token was given for, where none is given: nobody gets it by naming a host. */
export function requireOwnToken(row: Kept, url: string, token: string | null | undefined): void {
  if (token !== undefined || row.sealedToken === null) return;
  if (URL.parse(url)?.origin !== URL.parse(row.url)?.origin)
    throw new AppError(
      "UNPROCESSABLE",
      "Another host needs its own token: the stored one is not sent there.",
    );
}
