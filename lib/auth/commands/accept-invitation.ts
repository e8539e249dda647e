import "server-only";
import type { PersonContext, VisitorContext } from "@/lib/access/context";
import { holdSignIn } from "@/lib/access/hold-admission";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { type NewAccount, newAccountSchema } from "../invitation-schema";
import type { Workspace } from "../schema";
import { insertPerson } from "../writes/insert-person";
import { joinByInvitation, requireOpenInvitation } from "../writes/join-by-invitation";
import { hashPassword } from "../writes/set-password";

/**
 * Whoever is signed in joins, however they signed in. NOT_FOUND for a link that was never made, GONE (details.reason
 * "used", "expired", "revoked"), FORBIDDEN ("other-address"), CONFLICT ("member"): the link then stays as it is.
 */
export async function acceptInvitation(
  person: PersonContext,
  { token }: { token: string },
): Promise<Workspace> {
  const { userId, name, email, key } = person.actor;
  if (key) throw new AppError("FORBIDDEN", "A key joins nothing: a person has to.");
  return inTransaction(person, async (person) => {
    await holdSignIn(person);
    return joinByInvitation(person, { id: userId, name, email }, token);
  });
}

/**
 * Somebody new makes an account and joins with it, both or neither. As `acceptInvitation`; CONFLICT with reason
 * "has-account" when the address has one: they sign in and open the link again.
 */
export async function acceptInvitationAsNew(
  visitor: VisitorContext,
  { token, account }: { token: string; account: NewAccount },
): Promise<Workspace> {
  const { name, email, password } = newAccountSchema.parse(account);
  if (!env().passwordSignIn)
    throw new AppError(
      "FORBIDDEN",
      "Nobody signs in with a password here: sign in with the provider to join.",
    );
  // Looked at twice: hashing is slow on purpose, and nobody without a link may ask for it.
  await requireOpenInvitation(visitor, token, visitor.now(), email);
  if (await visitor.db.user.findUnique({ where: { email }, select: { id: true } })) throw hasAccount();
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(visitor, async (visitor) => {
      const person = await insertPerson(visitor, { name, email, passwordHash, isOperator: false });
      return joinByInvitation(visitor, person, token);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw hasAccount();
    throw error;
  }
}

const hasAccount = () =>
  new AppError("CONFLICT", "There is an account with this address. Sign in with it to join.", {
    details: { reason: "has-account" },
  });
