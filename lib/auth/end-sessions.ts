import type { Tx } from "@/lib/db/client";

/**
 * Ends a person's sessions but for one, and forgets the devices that were trusted to skip the second step. Their next
 * requests are refused; what they had begun is not. How many ended.
 */
export async function endOtherSessions(tx: Tx, userId: string, keptId: string | null): Promise<number> {
  const { count } = await tx.session.deleteMany({
    where: { userId, ...(keptId === null ? {} : { id: { not: keptId } }) },
  });
  await forgetDevices(tx, userId);
  return count;
}

/** Ends every session, and every sign-in that waits for its second step. How many sessions ended. */
export async function endAllSessions(tx: Tx, userId: string): Promise<number> {
  await tx.verification.deleteMany({ where: { value: userId, identifier: { startsWith: "2fa-" } } });
  return endOtherSessions(tx, userId, null);
}

/** The rows that better-auth's two-factor plugin keeps for trusted devices. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.verification.deleteMany({
    where: { value: userId, identifier: { startsWith: "trust-device-" } },
  });
}
