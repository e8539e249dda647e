import "server-only";
import type { Context } from "@/lib/access/context";

/** Says which configuration file an agent is kept in, or, with null, that people keep it here. */
export async function markDeclared(context: Context, id: string, declaredIn: string | null): Promise<void> {
  await context.db.agent.update({
    where: { id, workspaceId: context.workspace.id },
    data: { declaredIn },
  });
}
