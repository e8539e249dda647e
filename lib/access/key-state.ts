/** Whether a key lets anybody in, and if not, why: `stopped` while its person's account is deactivated. */
export type KeyState = "active" | "stopped" | "revoked" | "expired";

type Life = { revokedAt: Date | null; expiresAt: Date | null };

/** `user` is whom it acts as. What stays ended comes before what may begin again. */
export function keyState(row: Life, user: { deactivatedAt: Date | null }, now: Date): KeyState {
  if (row.revokedAt !== null) return "revoked";
  if (row.expiresAt !== null && row.expiresAt <= now) return "expired";
  return user.deactivatedAt === null ? "active" : "stopped";
}

/** In a `where` over whatever can be revoked and can expire: it is neither yet. What its person may is another matter. */
export const holdsAt = (
  now: Date,
): { revokedAt: null; OR: ({ expiresAt: null } | { expiresAt: { gt: Date } })[] } => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});
