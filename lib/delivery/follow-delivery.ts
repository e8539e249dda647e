import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Context } from "@/lib/access/context";
import { isStillAdmitted } from "@/lib/access/queries";
import { subscribe } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { Bell } from "@/lib/kernel/bell";
import { type AgentDelivery, openDelivery } from "./open-delivery";

/** What one act moves is told together, and a follower hears of it about twice a second. */
const betweenMs = 500;

/** `hasMoved`: something of the workspace that a delivery is made of, since the last one; always so of the first. */
type FollowedDelivery = { opened: AgentDelivery; hasMoved: boolean };

/**
 * An agent's delivery, first as it is now, then each time something that it is made of has moved, and after `idleMs` of
 * silence; what moves before the next is asked for counts. Ends on `signal`, and once the asker's key opens it no more or the agent is gone.
 */
export function followDelivery(
  context: Context,
  { agent, idleMs }: { agent: string; idleMs: number },
  signal: AbortSignal,
): AsyncGenerator<FollowedDelivery> {
  const news = new Bell(true);
  const ours = ({ workspaceId }: { workspaceId: string }) => {
    if (workspaceId === context.workspace.id) news.ring();
  };
  const ends = [
    subscribe("library", (moved) => moved.draftOnly !== true && ours(moved), news.ring),
    subscribe("agents", ours),
    subscribe("members", ours),
  ];
  const end = () => {
    for (const stop of ends) stop();
    news.ring();
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return deliveries(context, { agent, idleMs, news, end }, signal);
}

type Following = { agent: string; idleMs: number; news: Bell; end: () => void };

async function* deliveries(
  context: Context,
  { agent, idleMs, news, end }: Following,
  signal: AbortSignal,
): AsyncGenerator<FollowedDelivery> {
  try {
    while (!signal.aborted) {
      const hasMoved = await news.wait(idleMs);
      if (signal.aborted || !(await isStillAdmitted(context))) return;
      const opened = await findDelivery(context, agent);
      if (opened === null) return;
      yield { opened, hasMoved };
      await setTimeout(betweenMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    end();
    signal.removeEventListener("abort", end);
  }
}

async function findDelivery(context: Context, agent: string): Promise<AgentDelivery | null> {
  try {
    return await openDelivery(context, agent);
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
