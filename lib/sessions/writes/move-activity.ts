import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";

/** Others may know now, or may no longer, what was counted of these conversations: their runs are to be counted again. */
export async function moveActivity(
  { db, workspace }: WorkspaceContext,
  { conversations, shared }: { conversations: readonly string[]; shared: boolean },
): Promise<void> {
  const of = { workspaceId: workspace.id, conversationId: { in: [...conversations] } };
  const [counted, other] = shared ? (["owner", "everyone"] as const) : (["everyone", "owner"] as const);
  await db.run.updateMany({ where: { ...of, activity: `was-${other}` }, data: { activity: other } });
  await db.run.updateMany({ where: { ...of, activity: counted }, data: { activity: `was-${counted}` } });
}
