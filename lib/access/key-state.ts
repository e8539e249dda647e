/** Whether a key still lets anybody in, and if not, why. */
export type KeyState = "active" | "revoked" | "expired";

export function keyState(row: { revokedAt: Date | null; expiresAt: Date | null }, now: Date): KeyState {
  if (row.revokedAt !== null) return "revoked";
  return row.expiresAt !== null && row.expiresAt <= now ? "expired" : "active";
}
