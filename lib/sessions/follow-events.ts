import "server-only";
import type { Context } from "@/lib/auth/context";
import { subscribe } from "@/lib/db/bus";
import type { SessionEvent } from "@/lib/runtime/events";
import { interruptExpiredRuns } from "./commands/interrupt-expired-runs";
import { visibleTo } from "./internal/read-conversation";
import { toEvent } from "./internal/read-events";
import { requireConversation } from "./queries";

const pageSize = 500;

export type FollowEvents = {
  conversation: string;
  /** Only events with a higher seq. */
  after: number;
  /** The longest silence: then an empty batch is yielded, and the log is read even if no notification came. */
  idleMs: number;
};

/**
 * The log from `after` on, in order and without gaps: what is committed already, then each new event. A
 * notification only says that there is something to read, so a lost or doubled one changes nothing.
 * Ends on `signal`, and when the asker no longer sees the conversation. NOT_FOUND at the first step.
 */
export async function* followEvents(
  context: Context,
  { conversation, after, idleMs }: FollowEvents,
  signal: AbortSignal,
): AsyncGenerator<SessionEvent[]> {
  const { id } = await requireConversation(context, conversation);
  const bell = new Bell();
  const ring = () => bell.ring();
  const unsubscribe = subscribe("conversation", (message) => message.conversationId === id && ring(), ring);
  signal.addEventListener("abort", ring, { once: true });
  try {
    await interruptExpiredRuns(context.db, { conversationId: id });
    for (let seq = after; !signal.aborted; ) {
      const rows = await context.db.event.findMany({
        where: { conversationId: id, seq: { gt: seq }, conversation: visibleTo(context) },
        orderBy: { seq: "asc" },
        take: pageSize,
      });
      if (rows.length > 0) {
        seq = rows.at(-1)?.seq ?? seq;
        yield rows.map(toEvent);
        continue;
      }
      if (await bell.wait(idleMs)) continue;
      if (!(await isStillVisible(context, id))) return;
      await interruptExpiredRuns(context.db, { conversationId: id });
      yield [];
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", ring);
  }
}

async function isStillVisible(context: Context, id: string): Promise<boolean> {
  const workspace = { members: { some: { userId: context.actor.userId } } };
  const row = await context.db.conversation.findFirst({
    where: { AND: [{ id, workspace }, visibleTo(context)] },
    select: { id: true },
  });
  return row !== null;
}

/** Remembers a ring that came while nobody waited, so that none is lost between a read and the next wait. */
class Bell {
  private rung = false;
  private wake: ((rung: boolean) => void) | null = null;

  ring(): void {
    if (this.wake) this.wake(true);
    else this.rung = true;
  }

  /** True when it rang, false when `ms` have passed without. */
  async wait(ms: number): Promise<boolean> {
    if (this.rung) {
      this.rung = false;
      return true;
    }
    let timer: NodeJS.Timeout | undefined;
    const rang = await new Promise<boolean>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(() => resolve(false), ms);
    });
    clearTimeout(timer);
    this.wake = null;
    return rang;
  }
}
