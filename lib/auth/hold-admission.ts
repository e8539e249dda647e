import "server-only";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import type { Context } from "./context";
import { type Permission, type Role, requirePermission } from "./permissions";

/**
 * Keeps what let somebody in, and what they are here, as it is until the transaction ends: taking it away waits for a
 * write that has begun, and a write that comes after finds it gone. Else a save could land after its session was said
 * to be over. Answers with the context as it is now: the role may have changed since the request began. UNAUTHENTICATED
 * for a sign-in or key that ended, NOT_FOUND for who is no member, FORBIDDEN when the role no longer allows `permission`.
 */
export async function holdAdmission(tx: Tx, context: Context, permission?: Permission): Promise<Context> {
  const { actor, workspace } = context;
  await holdSignIn(tx, actor);
  const [member] = await tx.$queryRaw<{ role: Role }[]>`
    SELECT role::text AS role FROM "Member"
    WHERE "workspaceId" = ${workspace.id}::uuid AND "userId" = ${actor.userId}::uuid FOR SHARE`;
  if (!member) throw new AppError("NOT_FOUND", "You are no longer a member of this workspace.");
  const now = { ...context, workspace: { ...workspace, role: member.role } };
  if (permission) requirePermission(now, permission);
  return now;
}

/**
 * The part of it that is about no workspace: the key or the sign-in that let somebody in stays until the transaction
 * ends. UNAUTHENTICATED when it has ended.
 */
export async function holdSignIn(tx: Tx, actor: Context["actor"]): Promise<void> {
  if (actor.key) {
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 AS held FROM "ApiKey" WHERE id = ${actor.key.id}::uuid AND "revokedAt" IS NULL FOR SHARE`;
    if (held.length === 0) throw new AppError("UNAUTHENTICATED", "This key was revoked.");
    return;
  }
  if (actor.sessionId === undefined) return;
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "Session" WHERE id = ${actor.sessionId}::uuid FOR KEY SHARE`;
  if (held.length === 0)
    throw new AppError("UNAUTHENTICATED", "You were signed out meanwhile. Sign in first.");
}
