import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Context } from "@/lib/access/context";
import { isAllowed, type Permission, requirePermission } from "@/lib/access/permissions";
import { isStillAdmitted } from "@/lib/access/queries";
import { subscribe } from "@/lib/db/bus";
import { Bell } from "@/lib/kernel/bell";
import { type ChangeTopic, changeTopics } from "./change-options";
import type { Change } from "./schema";

/** An import of a thousand skills moves the library a thousand times; a reader is told about twice a second. */
const betweenNewsMs = 500;
/** More conversations of hosts than these are not named one by one. */
const mostSessions = 50;
/** What one act moves is told together. */
const gatherMs = 50;

const permissionFor: Record<ChangeTopic, Permission> = {
  library: "library.read",
  agents: "agents.read",
  reviews: "reviews.read",
  members: "members.read",
  inbox: "inbox.own",
  live: "gateway.read",
  proof: "playground.rehearse",
};

/**
 * Which parts of a workspace have moved from now on, never how: whoever listens asks for what they need. No topics
 * after `idleMs` of silence; all topics after the database connection was lost, because then nobody knows. Of inboxes
 * and of conversations of hosts those alone that the actor may see. Ends on `signal`, and when the asker leaves the workspace, signs out or has their key revoked.
 */
export function followChanges(
  context: Context,
  { idleMs }: { idleMs: number },
  signal: AbortSignal,
): AsyncGenerator<Change> {
  requirePermission(context, "workspace.read");
  const news = new News(changeTopics.filter((topic) => isAllowed(context, permissionFor[topic])));
  // At once, not at the first step: what moves before somebody reads is told then.
  const stopListening = listen(context, news);
  const end = () => {
    stopListening();
    news.wake();
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return changes(context, { news, idleMs, end }, signal);
}

type Following = { news: News; idleMs: number; end: () => void };

async function* changes(
  context: Context,
  { news, idleMs, end }: Following,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  try {
    while (!signal.aborted) {
      await news.arrived(idleMs);
      await pause(gatherMs, signal);
      if (signal.aborted || !(await isStillAdmitted(context))) return;
      yield news.take();
      await pause(betweenNewsMs, signal);
    }
  } finally {
    end();
    signal.removeEventListener("abort", end);
  }
}

function listen(context: Context, news: News): () => void {
  const { workspace, actor } = context;
  const managesKeys = isAllowed(context, "keys.manage");
  const ours = ({ topic, workspaceId }: { topic: ChangeTopic; workspaceId: string }) => {
    if (workspaceId === workspace.id) news.add(topic);
  };
  const ends = [
    subscribe("library", ours, () => news.addAll()),
    subscribe("agents", ours),
    subscribe("reviews", ours),
    subscribe("members", ours),
    subscribe("proof", ours),
    subscribe("live", (message) => {
      const { ownerId, forManagers = false } = message;
      const isSeen = ownerId === null || ownerId === actor.userId || (forManagers && managesKeys);
      if (isSeen && message.workspaceId === workspace.id) news.addLive(message.sessionId);
    }),
    subscribe("inbox", (message) => message.userId === actor.userId && ours(message)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What moved since it was last taken; a topic that comes while nobody waits is kept. */
class News {
  private readonly moved = new Set<ChangeTopic>();
  /** Conversations of hosts that moved; null for any. */
  private sessions: Set<string> | null = new Set();
  private readonly bell = new Bell();

  constructor(private readonly topics: readonly ChangeTopic[]) {}

  add(topic: ChangeTopic): void {
    if (!this.topics.includes(topic)) return;
    this.moved.add(topic);
    this.bell.ring();
  }

  addLive(session: string): void {
    this.sessions?.add(session);
    if (this.sessions && this.sessions.size > mostSessions) this.sessions = null;
    this.add("live");
  }

  addAll(): void {
    this.sessions = null;
    for (const topic of this.topics) this.add(topic);
  }

  wake(): void {
    this.bell.ring();
  }

  take(): Change {
    const topics = this.topics.filter((topic) => this.moved.has(topic));
    const sessions = topics.includes("live") && this.sessions ? { sessions: [...this.sessions] } : {};
    this.moved.clear();
    this.sessions = new Set();
    this.bell.forget();
    return { topics, ...sessions };
  }

  async arrived(longestMs: number): Promise<void> {
    await this.bell.wait(longestMs);
  }
}

/** Shorter when the reader leaves. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});
