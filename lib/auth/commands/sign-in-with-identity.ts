import "server-only";
import type { VisitorContext } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import type { DatabaseContext } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { oidcProviderId, subjectKey } from "../internal/identity-rows";
import type { Identity } from "../ports";
import type { Workspace } from "../schema";
import { SignInRefusal } from "../sign-in-refusal";
import { endOtherSessions } from "../writes/end-sessions";
import { insertIdentity } from "../writes/insert-identity";
import { joinByInvitation, requireOpenInvitation } from "../writes/join-by-invitation";

type Person = { id: string; name: string; email: string; deactivatedAt: Date | null };
type Admission = { linkByEmail: boolean; invitation?: string };

const publicly = { id: true, name: true, email: true, deactivatedAt: true } as const;

/**
 * Whom this identity opens: the person it is connected to, else (when the operator trusts the provider's word) the one
 * whose address it has verified. Somebody new is made only with an invitation, which is used up in the same
 * transaction. Throws SignInRefusal, and then nothing has changed.
 */
export async function signInWithIdentity(
  visitor: VisitorContext,
  identity: Identity,
  admission: Admission,
): Promise<{ person: Person; joined: Workspace | null }> {
  const { invitation } = admission;
  const attempt = () =>
    inTransaction(visitor, async (visitor) => {
      const person =
        (await findConnected(visitor, identity)) ??
        (await connectByEmail(visitor, identity, admission)) ??
        (await makePerson(visitor, identity, invitation));
      if (person.deactivatedAt !== null) throw new SignInRefusal("deactivated");
      const joined = invitation === undefined ? null : await join(visitor, person, invitation);
      return { person, joined };
    });
  try {
    return await attempt();
  } catch (error) {
    // The same person came in twice at once: the other request has connected or made them.
    if (isUniqueViolation(error)) return attempt();
    throw error;
  }
}

async function findConnected({ db }: DatabaseContext, identity: Identity): Promise<Person | null> {
  const account = await db.account.findUnique({
    where: { providerId_accountId: { providerId: oidcProviderId, accountId: subjectKey(identity) } },
    select: { user: { select: publicly } },
  });
  return account?.user ?? null;
}

/**
 * Null when nobody has the address. Only one that the provider has verified says who somebody is. The sessions that
 * were open before end: until now nobody had shown that the address is theirs.
 */
async function connectByEmail(
  visitor: VisitorContext,
  identity: Identity,
  { linkByEmail, invitation }: Admission,
): Promise<Person | null> {
  const { email } = identity;
  const person =
    email && (await visitor.db.user.findUnique({ where: { email, isMachine: false }, select: publicly }));
  // Said before it is told whether the address has an account: it may be anybody's.
  if (!identity.emailVerified && (person || invitation === undefined))
    throw new SignInRefusal("email-unverified");
  if (!person) return null;
  if (!linkByEmail) throw new SignInRefusal("not-connected");
  if (!(await insertIdentity(visitor, person.id, identity))) return person;
  await visitor.db.user.update({ where: { id: person.id }, data: { emailVerified: true } });
  await endOtherSessions(visitor, person.id, null);
  await recordConnection(visitor, person, { to: identity.issuer, by: "verified e-mail" });
  return person;
}

async function makePerson(
  visitor: VisitorContext,
  identity: Identity,
  invitation: string | undefined,
): Promise<Person> {
  const { email, emailVerified, name } = identity;
  if (invitation === undefined) throw new SignInRefusal("no-account");
  if (email === null) throw new SignInRefusal("email-unverified");
  const row = await orRefuse(requireOpenInvitation(visitor, invitation, visitor.now(), email));
  // An invitation for one address is for whoever has shown that it is theirs.
  if (row.email !== null && !emailVerified) throw new SignInRefusal("email-unverified");
  const person = await visitor.db.user.create({
    data: { name: name ?? email.slice(0, email.indexOf("@")), email, emailVerified, isOperator: false },
    select: publicly,
  });
  await insertIdentity(visitor, person.id, identity);
  await recordConnection(visitor, person, { to: identity.issuer, by: "an invitation" });
  return person;
}

/** A member who opens the link once more is simply let in. */
async function join(visitor: VisitorContext, person: Person, token: string): Promise<Workspace | null> {
  try {
    return await joinByInvitation(visitor, person, token);
  } catch (error) {
    if (error instanceof AppError && error.details?.reason === "member") return null;
    return orRefuse(Promise.reject(error));
  }
}

/** What is wrong with an invitation, as the sign-in page says it. */
async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOther = error.details?.reason === "other-address";
    throw new SignInRefusal(isOther ? "invitation-address" : "invitation", { cause: error });
  }
}

async function recordConnection(
  context: VisitorContext,
  { id, name }: Person,
  detail: { to: string; by: string },
): Promise<void> {
  await appendAudit(
    { ...context, actor: { userId: id, name }, workspace: null },
    { action: "sign-in.connected", object: { type: "person", id, name }, detail },
  );
}
