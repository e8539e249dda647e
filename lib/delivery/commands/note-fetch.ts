import "server-only";
import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/access/context";
import { hourMs } from "@/lib/kernel/durations";
import { log } from "@/lib/platform/log";
import type { AgentDelivery } from "../open-delivery";
import { pastSkillsOf } from "../past-skills";

/** Deliveries of one agent that are remembered, besides those that its keys have. */
const mostKept = 100;

/** As long as what a key is known by may be held from before. */
const momentMs = 2_000;

declare global {
  var greenroomRemembered: LRUCache<string, true> | undefined;
  var greenroomNotedFetches: LRUCache<string, string> | undefined;
}
/** What each key was just noted to have: the next requests may come with what was known of it before. */
function notedFetches(): LRUCache<string, string> {
  globalThis.greenroomNotedFetches ??= new LRUCache({ max: 10_000, ttl: momentMs });
  return globalThis.greenroomNotedFetches;
}
/** What this process has remembered lately: it is not written again for each request. */
function remembered(): LRUCache<string, true> {
  globalThis.greenroomRemembered ??= new LRUCache({ max: 10_000, ttl: hourMs });
  return globalThis.greenroomRemembered;
}

/**
 * That a program was told of this delivery: which bytes it may ask for from now on, and what its key has. One write for
 * each change, not for each request. Never throws: fetching works also where nothing can be written.
 */
export async function noteFetch(context: Context, { agent, delivery }: AgentDelivery): Promise<void> {
  const { key } = context.actor;
  if (!key) return;
  const { digest } = delivery;
  try {
    const mark = `${agent.id} ${digest}`;
    if (!remembered().has(mark)) {
      await remember(context, { agent, delivery });
      remembered().set(mark, true);
    }
    if (key.delivers === undefined) return;
    if ((notedFetches().get(key.id) ?? key.delivers.fetchedDigest) === digest) return;
    notedFetches().set(key.id, digest);
    await context.db.apiKey.updateMany({
      where: { id: key.id, workspaceId: context.workspace.id },
      data: { fetchedDigest: digest, fetchedAt: context.now() },
    });
  } catch (error) {
    notedFetches().delete(key.id);
    log.warn({ err: error }, "could not note what a key fetched");
  }
}

async function remember({ db, workspace, now }: Context, { agent, delivery }: AgentDelivery): Promise<void> {
  const { digest } = delivery;
  const agentId = agent.id;
  await db.agentDelivery.upsert({
    where: { agentId_digest: { agentId, digest } },
    create: { agentId, digest, workspaceId: workspace.id, skills: pastSkillsOf(delivery), at: now() },
    update: { at: now() },
  });
  await db.$executeRaw`
    DELETE FROM "AgentDelivery" d WHERE d."agentId" = ${agentId}::uuid AND d.digest IN (
      SELECT old.digest FROM "AgentDelivery" old WHERE old."agentId" = ${agentId}::uuid
      ORDER BY old.at DESC OFFSET ${mostKept})
    AND NOT EXISTS (
      SELECT FROM "ApiKey" k
      WHERE k."agentId" = d."agentId" AND k."fetchedDigest" = d.digest AND k."revokedAt" IS NULL)`;
}
