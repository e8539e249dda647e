import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import type { Db, Tx } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { endOtherSessions } from "../internal/end-sessions";
import { insertIdentity, oidcProviderId, subjectKey } from "../internal/identity-rows";
import type { Identity } from "../ports";
import { SignInRefusal } from "../sign-in-refusal";

/** Somebody who is not signed in yet. */
export type Visitor = { db: Db; now: () => Date; traceId: string; address: string | null };
type Person = { id: string; name: string; email: string };

/**
 * Whom this identity opens: the person it is connected to, else (when the operator trusts the provider's word) the one
 * whose address it has verified. Nobody is made here. Throws SignInRefusal, and then nothing has changed.
 */
export async function signInWithIdentity(
  visitor: Visitor,
  identity: Identity,
  { linkByEmail }: { linkByEmail: boolean },
): Promise<Person> {
  const attempt = () =>
    inTransaction(visitor.db, async (tx) => {
      const person = await findConnected(tx, identity);
      return person ?? connectByEmail(tx, visitor, identity, linkByEmail);
    });
  try {
    return await attempt();
  } catch (error) {
    // The same person came in twice at once: the other one has connected them.
    if (isUniqueViolation(error)) return attempt();
    throw error;
  }
}

async function findConnected(tx: Tx, identity: Identity): Promise<Person | null> {
  const account = await tx.account.findUnique({
    where: { providerId_accountId: { providerId: oidcProviderId, accountId: subjectKey(identity) } },
    select: { user: { select: { id: true, name: true, email: true } } },
  });
  return account?.user ?? null;
}

/**
 * Only an address that the provider has verified says who somebody is. The sessions that were open before end: until
 * now nobody had shown that the address is theirs.
 */
async function connectByEmail(
  tx: Tx,
  visitor: Visitor,
  identity: Identity,
  linkByEmail: boolean,
): Promise<Person> {
  const { email } = identity;
  if (email === null || !identity.emailVerified) throw new SignInRefusal("email-unverified");
  const person = await tx.user.findUnique({
    where: { email, isMachine: false },
    select: { id: true, name: true, email: true },
  });
  if (!person) throw new SignInRefusal("no-account");
  if (!linkByEmail) throw new SignInRefusal("not-connected");
  await insertIdentity(tx, person.id, identity);
  await tx.user.update({ where: { id: person.id }, data: { emailVerified: true } });
  await endOtherSessions(tx, person.id, null);
  await appendAudit(tx, sourceOf(visitor, person), {
    action: "sign-in.connected",
    object: { type: "person", id: person.id, name: person.name },
    detail: { to: identity.issuer, by: "verified e-mail" },
  });
  return person;
}

const sourceOf = ({ traceId, address }: Visitor, { id, name }: Person) => ({
  actor: { userId: id, name },
  workspace: null,
  traceId,
  address,
});
