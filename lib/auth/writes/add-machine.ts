import "server-only";
import type { Context } from "@/lib/access/context";
import { mayGiveRole } from "@/lib/access/member-rules";
import type { MachineRole, Role } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";

const mostMachines = 50;

/** A member that no person is. It has no way to sign in: its address is one that no mail reaches (RFC 2606). */
export async function addMachine(
  context: Context,
  { name, role }: { name: string; role: MachineRole },
): Promise<string> {
  requireRoleWithin(context, role);
  const workspaceId = context.workspace.id;
  const machines = await context.db.member.count({ where: { workspaceId, user: { isMachine: true } } });
  if (machines >= mostMachines)
    throw new AppError(
      "UNPROCESSABLE",
      `A workspace has at most ${mostMachines} machines. Revoke the keys of one first.`,
    );
  const { id } = await context.db.user.create({
    data: { name, email: `${crypto.randomUUID()}@machines.invalid`, isMachine: true },
  });
  await context.db.member.create({ data: { workspaceId, userId: id, role } });
  await appendAudit(context, {
    action: "machine.added",
    object: { type: "member", id, name },
    detail: { role },
  });
  await notify(context, { topic: "members", workspaceId });
  return id;
}

/** NOT_FOUND for a person and for what is not here; FORBIDDEN for a machine that may more than the asker. */
export async function requireMachine(context: Context, id: string): Promise<string> {
  const member = await context.db.member.findFirst({
    where: { workspaceId: context.workspace.id, userId: id, user: { isMachine: true } },
  });
  if (!member) throw new AppError("NOT_FOUND", "There is no such machine here.");
  requireRoleWithin(context, member.role);
  return id;
}

/** A machine whose last key was revoked is no member any more; what it did stays, under its name. */
export async function removeIdleMachine(context: Context, userId: string): Promise<void> {
  const workspaceId = context.workspace.id;
  const machine = await context.db.member.findFirst({
    where: { workspaceId, userId, user: { isMachine: true } },
    include: { user: { select: { name: true } } },
  });
  if (!machine) return;
  if ((await context.db.apiKey.count({ where: { workspaceId, userId, revokedAt: null } })) > 0) return;
  await context.db.member.delete({ where: { workspaceId_userId: { workspaceId, userId } } });
  await appendAudit(context, {
    action: "machine.removed",
    object: { type: "member", id: userId, name: machine.user.name },
    detail: { role: machine.role, reason: "its last key was revoked" },
  });
  await notify(context, { topic: "members", workspaceId });
}

function requireRoleWithin({ workspace }: Context, role: Role): void {
  if (mayGiveRole(workspace.role, role)) return;
  throw new AppError(
    "FORBIDDEN",
    `Your role here is ${workspace.role}: a machine of yours cannot be ${role}.`,
    {
      details: { role: workspace.role, asked: role },
    },
  );
}
