import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { openDelivery } from "@/lib/delivery/open-delivery";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import { mcpUrl } from "./mcp-address";
import { presentOverMcp } from "./present-over-mcp";
import { promptsOf } from "./prompts-of";
import { readShelf } from "./read-shelf";
import type { McpState } from "./schema";

/** What MCP clients find of an agent, and which of its skills no list of theirs names. NOT_FOUND as for its delivery. */
export async function getMcpState(context: Context, input: { agent: string }): Promise<McpState> {
  requirePermission(context, "agents.read");
  const { agent, delivery } = await openDelivery(context, input.agent);
  const { listed, unlisted } = await readShelf(context, delivery);
  const { dialect } = await getPresentation(context, agent.id);
  return {
    url: mcpUrl(agent.slug),
    dialect,
    listed: listed.length,
    prompts: promptsOf(delivery).length,
    unlisted: unlisted.map(({ skillId, skill, why }) => ({ skillId, skill, detail: `${skill} ${why}.` })),
  };
}

/** How an agent's skills are told over MCP; asks nobody for permission. As the standard dialect tells them for none. */
export async function getPresentation(
  { db, workspace }: WorkspaceContext,
  agentId: string,
): Promise<{ dialect: string; mode: CatalogueMode }> {
  const agent = await db.agent.findFirst({
    where: { id: agentId, workspaceId: workspace.id },
    select: { dialect: true, mode: true },
  });
  return presentOverMcp(agent ?? { dialect: "standard", mode: "auto" });
}
