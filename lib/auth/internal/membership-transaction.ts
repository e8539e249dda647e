import "server-only";
import type { Context } from "@/lib/access/context";
import { holdSignIn } from "@/lib/access/hold-admission";
import { type Permission, type Role, requirePermission } from "@/lib/access/permissions";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";

/**
 * `inTransaction` for a change of who is a member, and as what: holds the workspace's row first, so that its members
 * change one change at a time, and hands on the context as it is then, with the role of this moment. UNAUTHENTICATED
 * when the sign-in has ended, NOT_FOUND when the actor or the workspace has gone meanwhile; FORBIDDEN when the role no
 * longer allows it.
 */
export function inMembershipTransaction<T>(
  context: Context,
  permission: Permission,
  work: (context: Context) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  return inTransaction(context, async (context) => work(await lockMembership(context, permission)), options);
}

async function lockMembership(context: Context, permission: Permission): Promise<Context> {
  const { workspace, actor } = context;
  // Not FOR UPDATE: rows that only point at the workspace need not wait.
  await context.db
    .$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${workspace.id}::uuid FOR NO KEY UPDATE`;
  // Whoever ends a stolen sign-in must not find a key or a link that it left behind a moment later.
  await holdSignIn(context);
  const member = await context.db.member.findUnique({
    where: { workspaceId_userId: { workspaceId: workspace.id, userId: actor.userId } },
    select: { role: true },
  });
  if (!member) throw new AppError("NOT_FOUND", "You are no longer a member of this workspace.");
  const now = { ...context, workspace: { ...workspace, role: member.role } };
  requirePermission(now, permission);
  return now;
}

export type LockedMember = {
  userId: string;
  name: string;
  email: string;
  isMachine: boolean;
  deactivatedAt: Date | null;
  role: Role;
  createdAt: Date;
};

/** NOT_FOUND for somebody who is not in this workspace, whoever they are. Inside `inMembershipTransaction`. */
export async function getLockedMember({ db, workspace }: Context, userId: string): Promise<LockedMember> {
  const row = await db.member.findUnique({
    where: { workspaceId_userId: { workspaceId: workspace.id, userId } },
    include: { user: { select: { name: true, email: true, isMachine: true, deactivatedAt: true } } },
  });
  if (!row) throw new AppError("NOT_FOUND", "This person is not a member of the workspace.");
  const { role, createdAt, user } = row;
  return { userId, role, createdAt, ...user };
}
