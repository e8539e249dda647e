import "server-only";
import { lockPerson } from "@/lib/access/lock-person";
import type { DatabaseContext } from "@/lib/db/client";
import { oidcProviderId, subjectKey } from "../internal/identity-rows";
import type { Identity } from "../ports";
import { SignInRefusal } from "../sign-in-refusal";

/** Connects a person: one account of theirs at a provider, and no tokens are kept. False when that was so already. */
export async function insertIdentity(
  context: DatabaseContext,
  userId: string,
  identity: Identity,
): Promise<boolean> {
  // Two at once for one person must not both find none.
  await lockPerson(context, userId);
  const accountId = subjectKey(identity);
  const known = await context.db.account.findFirst({
    where: { userId, providerId: oidcProviderId, accountId: { startsWith: `${identity.issuer} ` } },
  });
  if (known && known.accountId !== accountId) throw new SignInRefusal("connected-elsewhere");
  if (known) return false;
  await context.db.account.create({ data: { userId, providerId: oidcProviderId, accountId } });
  return true;
}
