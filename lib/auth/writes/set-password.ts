import "server-only";
import { hashPassword as hash } from "better-auth/crypto";
import type { DatabaseContext } from "@/lib/db/client";

/** The password as better-auth stores it. Slow on purpose: call it before a transaction, not inside one. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** What a password is kept as: one account of theirs, besides those at providers. */
const credentialOf = (userId: string) => ({ providerId: "credential", accountId: userId });

/** Gives somebody a password, a first one too. Their sessions are the caller's to end. */
export async function setPassword(
  context: DatabaseContext,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const credential = credentialOf(userId);
  await context.db.account.upsert({
    where: { providerId_accountId: credential },
    create: { ...credential, userId, password: passwordHash },
    update: { password: passwordHash },
  });
  await notePasswordSet(context, userId);
}

/** From now on a sign-in with the password before does not count. By the database's clock, as sign-ins begin. */
export async function notePasswordSet({ db }: DatabaseContext, userId: string): Promise<void> {
  await db.$executeRaw`UPDATE "User" SET "passwordSetAt" = clock_timestamp() WHERE id = ${userId}::uuid`;
}
