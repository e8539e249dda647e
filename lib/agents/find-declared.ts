import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { readAgent } from "./internal/agent-rows";
import type { Agent } from "./schema";

/** The agent at an address; null where there is none. */
export async function findAgent(context: WorkspaceContext, slug: string): Promise<Agent | null> {
  const row = await context.db.agent.findFirst({
    where: { slug, workspaceId: context.workspace.id },
    select: { id: true },
  });
  return row && readAgent(context, slug);
}

/** The agents that this configuration file keeps, by name. */
export function listDeclaredAgents(
  { db, workspace }: WorkspaceContext,
  file: string,
): Promise<{ id: string; name: string; slug: string }[]> {
  return db.agent.findMany({
    where: { workspaceId: workspace.id, declaredIn: file },
    select: { id: true, name: true, slug: true },
    orderBy: { name: "asc" },
  });
}
