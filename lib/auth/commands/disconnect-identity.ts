import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { holdSignIn } from "@/lib/access/hold-admission";
import { lockPerson } from "@/lib/access/lock-person";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { oidcProviderId } from "../internal/identity-rows";

/** Ends sign-in through the provider. CONFLICT when there would be no other way in; NOT_FOUND when it is not connected. */
export async function disconnectIdentity(person: PersonContext): Promise<void> {
  const { userId, name } = person.actor;
  await inTransaction(person, async (person) => {
    await lockPerson(person, userId);
    await holdSignIn(person);
    const password = await person.db.account.findFirst({
      where: { userId, providerId: "credential", password: { not: null } },
    });
    if (!password || !env().passwordSignIn)
      throw new AppError("CONFLICT", "This is your only way to sign in, so it stays connected.");
    const { count } = await person.db.account.deleteMany({ where: { userId, providerId: oidcProviderId } });
    if (count === 0) throw new AppError("NOT_FOUND", "Your account is not connected to it.");
    await appendAudit(
      { ...person, workspace: null },
      { action: "sign-in.disconnected", object: { type: "person", id: userId, name } },
    );
  });
}
