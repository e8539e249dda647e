import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import type { Context, PersonContext } from "./context";
import { type Permission, type Role, requirePermission } from "./permissions";

/**
 * Keeps what let somebody in, and what they are here, as it is until the transaction ends: taking it away waits for a
 * write that has begun, and a write that comes after finds it gone. Else a save could land after its session was said
 * to be over. Answers with the context as it is now: the role may have changed since the request began. UNAUTHENTICATED
 * for a sign-in or key that ended, NOT_FOUND for who is no member, FORBIDDEN when the role no longer allows `permission`.
 */
export async function holdAdmission(context: Context, permission?: Permission): Promise<Context> {
  const { actor, workspace } = context;
  await holdSignIn(context);
  const [member] = await context.db.$queryRaw<{ role: Role }[]>`
    SELECT role::text AS role FROM "Member"
    WHERE "workspaceId" = ${workspace.id}::uuid AND "userId" = ${actor.userId}::uuid FOR SHARE`;
  if (!member) throw new AppError("NOT_FOUND", "You are no longer a member of this workspace.");
  const now = { ...context, workspace: { ...workspace, role: member.role } };
  if (permission) requirePermission(now, permission);
  return now;
}

/**
 * The part of it that is about no workspace: the account, and the key or the sign-in that let somebody in, stay until
 * the transaction ends. UNAUTHENTICATED when one of them has ended. Who deactivates an account locks its row FOR UPDATE.
 */
export async function holdSignIn(context: PersonContext): Promise<void> {
  const { actor } = context;
  if (actor.key) {
    const held = await context.db.$queryRaw<unknown[]>`
      SELECT 1 AS held FROM "ApiKey" JOIN "User" ON "User".id = "ApiKey"."userId"
      WHERE "ApiKey".id = ${actor.key.id}::uuid AND "ApiKey"."revokedAt" IS NULL AND "User"."deactivatedAt" IS NULL
      FOR SHARE OF "ApiKey" FOR KEY SHARE OF "User"`;
    if (held.length === 0) throw new AppError("UNAUTHENTICATED", "This key was revoked.");
    return;
  }
  if (actor.sessionId === undefined) return holdAccount(context, actor.userId);
  const held = await context.db.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "Session" JOIN "User" ON "User".id = "Session"."userId"
    WHERE "Session".id = ${actor.sessionId}::uuid AND "User"."deactivatedAt" IS NULL
    FOR KEY SHARE OF "Session", "User"`;
  if (held.length === 0)
    throw new AppError("UNAUTHENTICATED", "You were signed out meanwhile. Sign in first.");
}

/** What was begun with a sign-in and goes on without it ends with the account alone. */
async function holdAccount({ db }: DatabaseContext, userId: string): Promise<void> {
  const held = await db.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "User" WHERE id = ${userId}::uuid AND "deactivatedAt" IS NULL FOR KEY SHARE`;
  if (held.length === 0) throw new AppError("UNAUTHENTICATED", "This account was deactivated.");
}

/** FORBIDDEN, with what `act` says, for who was no operator when the request began. Never a key's to be. */
export function requireOperator({ isOperator, key }: Context["actor"], act: string): void {
  if (!isOperator || key) throw notOperator(act);
}

/** Keeps somebody an operator until the transaction ends. FORBIDDEN, with what `act` says, for who is none (any more). */
export async function holdOperator({ db, actor: { userId } }: PersonContext, act: string): Promise<void> {
  const held = await db.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "User" WHERE id = ${userId}::uuid AND "isOperator" FOR SHARE`;
  if (held.length === 0) throw notOperator(act);
}

const notOperator = (act: string) =>
  new AppError("FORBIDDEN", `Only an operator of this installation ${act}.`, {
    details: { reason: "operator" },
  });
