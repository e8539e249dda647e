import { lockPerson } from "@/lib/access/lock-person";
import type { DatabaseContext } from "@/lib/db/client";
import type { Identity } from "../ports";
import { SignInRefusal } from "../sign-in-refusal";

export const oidcProviderId = "oidc";

/** A subject is unique at its issuer only: under another issuer the same one is somebody else. */
export const subjectKey = ({ issuer, subject }: Pick<Identity, "issuer" | "subject">): string =>
  `${issuer} ${subject}`;

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
