import type { AddressState } from "./address-options";

/** What an address opens; what was revoked stays so, whenever it would have expired. */
export function addressState(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): AddressState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}
