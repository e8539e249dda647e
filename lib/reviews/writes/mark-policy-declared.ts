import "server-only";
import type { Context } from "@/lib/access/context";

/** Says which configuration file the policy is kept in, or, with null, that people keep it here. */
export async function markPolicyDeclared(context: Context, declaredIn: string | null): Promise<void> {
  const workspaceId = context.workspace.id;
  await context.db.reviewPolicy.upsert({
    where: { workspaceId },
    create: { workspaceId, declaredIn, updatedById: context.actor.userId, updatedAt: context.now() },
    update: { declaredIn },
  });
}
