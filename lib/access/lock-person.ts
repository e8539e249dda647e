import type { DatabaseContext } from "@/lib/db/client";

/**
 * Holds an account alone until the transaction ends: other writes of its person wait, and so do rows that would point
 * at it, a session among them. Before `holdSignIn` of the same person, or two requests of theirs wait for each other.
 */
export async function lockPerson({ db }: DatabaseContext, userId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 AS held FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`;
}
