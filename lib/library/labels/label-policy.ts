import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import type { Role } from "@/lib/access/permissions";
import { presentUser } from "@/lib/access/present-member";
import { mayBypassPolicy } from "@/lib/approvals/may-bypass-policy";
import { defaultLabelPolicy } from "./label-options";

export type LabelPolicy = { bypassRoles: readonly Role[]; protectedLabels: readonly string[] };

/** What the workspace's policy says of labels. */
export async function readLabelPolicy({
  db,
  workspace: { id: workspaceId },
}: WorkspaceContext): Promise<LabelPolicy> {
  const policy = await db.reviewPolicy.findUnique({
    where: { workspaceId },
    select: { bypassRoles: true, protectedLabels: true },
  });
  return policy ?? defaultLabelPolicy;
}

/** Whether the actor may move a protected label past the policy, with a reason. */
export async function mayBypassFor(context: Context, policy: LabelPolicy): Promise<boolean> {
  const user = await context.db.user.findUnique({
    where: { id: context.actor.userId },
    select: { isMachine: true },
  });
  return mayBypassPolicy(policy, user ? { ...user, role: context.workspace.role } : undefined);
}

const recordSchema = z.object({ met: z.boolean() }).nullable();

/**
 * Whether a version was published as the policy asks, as it was written down then. Where there is one person, and
 * for versions from when there was one, nothing else is asked.
 */
export async function metPolicy(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  approval: unknown,
): Promise<boolean> {
  const record = recordSchema.safeParse(approval);
  if (record.success && record.data) return record.data.met;
  const people = await db.member.count({ where: { workspaceId, user: presentUser } });
  return people <= 1;
}
