import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { holdSignIn } from "@/lib/access/hold-admission";
import { lockPerson } from "@/lib/access/lock-person";
import { appendAudit } from "@/lib/audit/commands";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { oidcProviderId, subjectKey } from "../internal/identity-rows";
import type { Identity } from "../ports";
import { SignInRefusal } from "../sign-in-refusal";
import { insertIdentity } from "../writes/insert-identity";

/** Lets a signed-in person in through the provider from now on. Throws SignInRefusal. */
export async function connectIdentity(person: PersonContext, identity: Identity): Promise<void> {
  const { userId, name } = person.actor;
  const key = { providerId: oidcProviderId, accountId: subjectKey(identity) };
  try {
    await inTransaction(person, async (person) => {
      await lockPerson(person, userId);
      await holdSignIn(person);
      const known = await person.db.account.findUnique({ where: { providerId_accountId: key } });
      if (known && known.userId !== userId) throw new SignInRefusal("somebody-else");
      if (!(await insertIdentity(person, userId, identity))) return;
      await appendAudit(
        { ...person, workspace: null },
        {
          action: "sign-in.connected",
          object: { type: "person", id: userId, name },
          detail: { to: identity.issuer, by: "their account settings" },
        },
      );
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new SignInRefusal("somebody-else", { cause: error });
    if (error instanceof AppError && error.code === "UNAUTHENTICATED")
      throw new SignInRefusal("signed-out", { cause: error });
    throw error;
  }
}
