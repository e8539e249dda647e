import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import { AppError } from "@/lib/kernel/app-error";
import type { DeliveredAgent, Delivery } from "./delivered";
import { deliveryDigest } from "./delivery-digest";
import { heldDelivery } from "./held-deliveries";

export type AgentDelivery = { agent: DeliveredAgent; delivery: Delivery };

/**
 * What an agent is delivered, for whoever may know: `agent` is its address or its id. A key to deliver reaches the one
 * agent that it is for; any other agent is NOT_FOUND to it, as one that does not exist.
 */
export async function openDelivery(context: Context, agent: string): Promise<AgentDelivery> {
  requirePermission(context, "delivery.read");
  const { key } = context.actor;
  const isBound = key?.scopes.includes("deliver") === true;
  const agentId = isBound ? key.delivers?.agentId : await findAgentId(context, agent);
  if (agentId === undefined) throw noSuchAgent(agent);
  const delivery = await heldDelivery(context, { kind: "agent", agentId });
  const { agent: found } = delivery;
  if (found === null || (isBound && ![found.slug, found.id].includes(agent))) throw noSuchAgent(agent);
  return { agent: found, delivery: await asSeen(context, delivery) };
}

/** Without what is not open to the asker: of what they are given, the digest is of that. */
async function asSeen(context: Context, delivery: Delivery): Promise<Delivery> {
  const isInSight = await readSight(context);
  const skills = delivery.skills.filter(isInSight);
  const leftOut = delivery.leftOut.filter(isInSight);
  if (skills.length === delivery.skills.length && leftOut.length === delivery.leftOut.length) return delivery;
  return { ...delivery, digest: deliveryDigest(skills), skills, leftOut };
}

async function findAgentId({ db, workspace }: Context, agent: string): Promise<string | undefined> {
  const isId = z.uuid().safeParse(agent).success;
  const row = await db.agent.findFirst({
    where: {
      workspaceId: workspace.id,
      ...(isId ? { OR: [{ id: agent }, { slug: agent }] } : { slug: agent }),
    },
    select: { id: true },
  });
  return row?.id;
}

const noSuchAgent = (agent: string): AppError =>
  new AppError("NOT_FOUND", `There is no agent “${agent}” here.`);
