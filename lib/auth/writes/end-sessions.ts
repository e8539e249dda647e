import type { DatabaseContext } from "@/lib/db/client";

/**
 * Ends a person's sessions but for one, and forgets the devices that were trusted to skip the second step. Their next
 * requests are refused; what they had begun is not. How many ended.
 */
export async function endOtherSessions(
  context: DatabaseContext,
  userId: string,
  keptId: string | null,
): Promise<number> {
  const { count } = await context.db.session.deleteMany({
    where: { userId, ...(keptId === null ? {} : { id: { not: keptId } }) },
  });
  await forgetDevices(context, userId);
  return count;
}

/** Ends every session, and every sign-in that waits for its second step. How many sessions ended. */
export async function endAllSessions(context: DatabaseContext, userId: string): Promise<number> {
  await context.db.verification.deleteMany({ where: { value: userId, identifier: { startsWith: "2fa-" } } });
  return endOtherSessions(context, userId, null);
}

/** The rows that better-auth's two-factor plugin keeps for trusted devices. */
export async function forgetDevices({ db }: DatabaseContext, userId: string): Promise<void> {
  await db.verification.deleteMany({
    where: { value: userId, identifier: { startsWith: "trust-device-" } },
  });
}
