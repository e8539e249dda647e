import "server-only";
import type { PersonContext } from "@/lib/access/context";
import { holdOperator, holdSignIn, requireOperator } from "@/lib/access/hold-admission";
import { lockPerson } from "@/lib/access/lock-person";
import { presentUser } from "@/lib/access/present-member";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";

/** Whoever can run commands on the machine: nobody of this installation. `account` is theirs on the machine. */
export type MachineAdministrator = Omit<PersonContext, "actor"> & {
  actor: { kind: "machine-administrator"; userId: null; name: string; account: string };
};

/** Who looks after the accounts of an installation. */
export type Administrator = PersonContext | MachineAdministrator;

export const isMachineAdministrator = (context: Administrator): context is MachineAdministrator =>
  context.actor.kind === "machine-administrator";

/** What the trail says of who did it, besides the name. */
export const byWhom = (context: Administrator): { machineAccount?: string } =>
  isMachineAdministrator(context) ? { machineAccount: context.actor.account } : {};

const act = "looks after accounts";

/** FORBIDDEN for a person who was no operator when the request began. */
export function requireAdministrator(context: Administrator): void {
  if (!isMachineAdministrator(context)) requireOperator(context.actor, act);
}

/**
 * Holds the installation's row until the transaction ends, so that operators and accounts change one change at a time:
 * of two operators who unmake each other one comes first, and the other is none by then. Throws what `holdSignIn` and
 * `holdOperator` say.
 */
async function lockAdministration(context: Administrator): Promise<void> {
  await context.db.$queryRaw`SELECT 1 AS held FROM "Instance" WHERE id = 'instance' FOR NO KEY UPDATE`;
  if (isMachineAdministrator(context)) return;
  await holdSignIn(context);
  await holdOperator(context, act);
}

export type LockedAccount = {
  id: string;
  name: string;
  email: string;
  isOperator: boolean;
  deactivatedAt: Date | null;
  twoFactorEnabled: boolean;
  passwordSetAt: Date | null;
};

/** The account of a person, nobody else's to change until the transaction ends. NOT_FOUND for a machine's. */
export async function lockAccount(context: DatabaseContext, id: string): Promise<LockedAccount> {
  await lockPerson(context, id);
  const account = await context.db.user.findUnique({ where: { id, isMachine: false } });
  if (!account) throw new AppError("NOT_FOUND", "There is no such account.");
  return account;
}

/** Both locks, in the order of everybody who takes them. */
export async function administer(context: Administrator, id: string): Promise<LockedAccount> {
  await lockAdministration(context);
  return lockAccount(context, id);
}

/** UNPROCESSABLE with what to do instead: whoever found a browser open must not gain more than it. */
export function requireSomebodyElse(context: Administrator, id: string, instead: string): void {
  if (context.actor.userId === id)
    throw new AppError("UNPROCESSABLE", `This is you. ${instead}`, { details: { reason: "self" } });
}

/** CONFLICT (details.reason "last-operator") when nobody else who gets in is an operator. */
export async function requireAnotherOperator(
  { db }: DatabaseContext,
  { id, name }: LockedAccount,
): Promise<void> {
  const others = await db.user.count({
    where: { ...presentUser, isOperator: true, id: { not: id } },
  });
  if (others > 0) return;
  throw new AppError(
    "CONFLICT",
    `${name} is the only operator of this installation. Make somebody else an operator first.`,
    { details: { reason: "last-operator" } },
  );
}
