/** Whether a key lets anybody in, and if not, why: `stopped` while its person's account is deactivated. */
export type KeyState = "active" | "stopped" | "revoked" | "expired";

type Life = { revokedAt: Date | null; expiresAt: Date | null };

/** Of whatever can be revoked and can expire: what was revoked stays so, whenever it would have expired. */
export function lifeState({ revokedAt, expiresAt }: Life, now: Date): Exclude<KeyState, "stopped"> {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** `user` is whom it acts as. What stays ended comes before what may begin again. */
export function keyState(row: Life, user: { deactivatedAt: Date | null }, now: Date): KeyState {
  const life = lifeState(row, now);
  return life === "active" && user.deactivatedAt !== null ? "stopped" : life;
}

/** `lifeState` in a `where`: it is active. What its person may is another matter. */
export const holdsAt = (
  now: Date,
): { revokedAt: null; OR: ({ expiresAt: null } | { expiresAt: { gt: Date } })[] } => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});
