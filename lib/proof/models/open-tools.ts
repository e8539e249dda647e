import "server-only";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { type OtherTools, openOtherTools } from "@/lib/agents/open-other-tools";

/** An agent's tools besides skills, as a run begins with them. Throws as `openOtherTools` does. */
export type OpenTools = (context: Context, agent: { id: string; revision: number }) => Promise<OtherTools>;

/** Asks the agent's servers now: what a run is frozen with. */
export const openTools: OpenTools = (context, { id }) =>
  openOtherTools(context, { agentId: id, askServers: true });

declare global {
  var greenroomOpenTools: LRUCache<string, Promise<OtherTools>> | undefined;
}
const heldMs = 60_000;
const held = (): LRUCache<string, Promise<OtherTools>> => {
  globalThis.greenroomOpenTools ??= new LRUCache({ max: 200, ttl: heldMs });
  return globalThis.greenroomOpenTools;
};

/**
 * The same for looking at what a run would be, as often as somebody changes their mind: servers of an agent are asked once a
 * minute at most, by this server, and again after an answer that failed.
 */
export const openToolsOnce: OpenTools = async (context, agent) => {
  requirePermission(context, "agents.read");
  const key = `${context.workspace.id} ${agent.id} ${agent.revision}`;
  const known = held().get(key);
  if (known) return known;
  const asked = openTools(context, agent);
  held().set(key, asked);
  asked.catch(() => held().delete(key));
  return asked;
};
