import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { isStillAdmitted } from "@/lib/access/queries";
import { subscribe } from "@/lib/db/bus";
import { Bell } from "@/lib/kernel/bell";
import type { SessionEvent } from "@/lib/runtime/events";
import { interruptExpiredRuns } from "./commands/interrupt-expired-runs";
import { requireBranch } from "./internal/read-branches";
import { visibleTo } from "./internal/read-conversation";
import { branchScope, toEvent } from "./internal/read-events";
import { requireConversation } from "./queries";

const pageSize = 500;

export type FollowEvents = {
  conversation: string;
  /** The line to follow; the one used last when absent, decided once. */
  branch?: string | undefined;
  /** Only events with a higher seq. */
  after: number;
  /** The longest silence: then an empty batch is yielded, and the log is read even if no notification came. */
  idleMs: number;
};

/** `changed`: something about the conversation that this line's log does not tell: another line, a waiting call. */
export type FollowedBatch = { events: SessionEvent[]; changed: boolean };

/** Other lines may stream too; nobody needs to be told of each of their pieces. */
const betweenChangesMs = 1_000;

/**
 * A line's log from `after` on, in order and without gaps: what is committed already, then each new event. A
 * notification only says that there is something to read, so a lost or doubled one changes nothing.
 * Ends on `signal`, and when the asker no longer sees the conversation, signs out or has their key revoked. NOT_FOUND at the first step.
 */
export async function* followEvents(
  context: Context,
  { conversation, branch, after, idleMs }: FollowEvents,
  signal: AbortSignal,
): AsyncGenerator<FollowedBatch> {
  const { id } = await requireConversation(context, conversation);
  const line = await requireBranch(context, { conversationId: id, branch });
  const scope = await branchScope(context, line.id);
  const bell = new LogBell();
  const unsubscribe = subscribe(
    "conversation",
    (message) => message.conversationId === id && bell.tell(message.seq),
    bell.ring,
  );
  const forget = subscribe(
    "members",
    ({ workspaceId }) => workspaceId === context.workspace.id && bell.ring(),
  );
  signal.addEventListener("abort", bell.ring, { once: true });
  try {
    await interruptExpiredRuns(context, { conversationId: id });
    let nextChangeAt = 0;
    for (let seq = after; !signal.aborted; ) {
      if (!(await isStillAdmitted(context))) return;
      const rows = await context.db.event.findMany({
        where: {
          AND: [{ conversationId: id, seq: { gt: seq }, conversation: stillVisible(context) }, scope],
        },
        orderBy: { seq: "asc" },
        take: pageSize,
      });
      if (rows.length > 0) {
        seq = rows.at(-1)?.seq ?? seq;
        yield { events: rows.map(toEvent), changed: false };
        continue;
      }
      const pauseMs = nextChangeAt - Date.now();
      if (bell.toldOfMoreThan(seq) && pauseMs <= 0) {
        bell.forgetWhatWasTold();
        if (!(await isStillVisible(context, id))) return;
        nextChangeAt = Date.now() + betweenChangesMs;
        yield { events: [], changed: true };
        continue;
      }
      const waitMs = bell.toldOfMoreThan(seq) ? Math.min(idleMs, pauseMs) : idleMs;
      if ((await bell.wait(waitMs)) || waitMs < idleMs) continue;
      if (!(await isStillVisible(context, id))) return;
      await interruptExpiredRuns(context, { conversationId: id });
      yield { events: [], changed: false };
    }
  } finally {
    unsubscribe();
    forget();
    signal.removeEventListener("abort", bell.ring);
  }
}

/** The asker may have left the workspace since they began to follow. */
const stillVisible = (context: Context) => ({
  AND: [{ workspace: { members: { some: { userId: context.actor.userId } } } }, visibleTo(context)],
});

async function isStillVisible(context: Context, id: string): Promise<boolean> {
  const where = { AND: [{ id }, stillVisible(context)] };
  const found = await context.db.conversation.findFirst({ where, select: { id: true } });
  return found !== null && (await findClosedConversations(context, [id])).size === 0;
}

/** A bell that knows what it rang for. */
class LogBell {
  private readonly bell = new Bell();
  private highestSeq = 0;
  private isOther = false;

  readonly ring = this.bell.ring;
  readonly wait = (ms: number): Promise<boolean> => this.bell.wait(ms);

  /** `seq` of what was committed; 0 for what is no event. */
  tell(seq: number): void {
    if (seq === 0) this.isOther = true;
    else this.highestSeq = Math.max(this.highestSeq, seq);
    this.ring();
  }

  /** Whether it rang for something that a log read up to `seq` does not hold. */
  toldOfMoreThan(seq: number): boolean {
    return this.isOther || this.highestSeq > seq;
  }

  forgetWhatWasTold(): void {
    this.isOther = false;
    this.highestSeq = 0;
  }
}
