import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { visibleConversations } from "@/lib/access/visible-conversations";
import type { Notice } from "../schema";

type Discussed = Extract<Notice, { kind: "mentioned" | "commented" }>;
const isDiscussed = (notice: Notice): notice is Discussed =>
  notice.kind === "mentioned" || notice.kind === "commented";
const conversationOf = (notice: Notice): string | null =>
  isDiscussed(notice) ? (notice.data.conversation?.id ?? null) : null;

/**
 * How the asker may read a notice now: of a conversation that is private by now, closed to them, or gone, neither its title nor what
 * was said in it. What was said in a review as well can be read there.
 */
export async function hidePrivate(
  context: Context,
  notices: readonly Notice[],
): Promise<(notice: Notice) => Notice> {
  const ids = notices.flatMap((notice) => conversationOf(notice) ?? []);
  if (ids.length === 0) return (notice) => notice;
  const seen = await context.db.conversation.findMany({
    where: { workspaceId: context.workspace.id, id: { in: ids }, ...visibleConversations(context) },
    select: { id: true },
  });
  const closed = await findClosedConversations(context, ids);
  const visible = new Set(seen.flatMap(({ id }) => (closed.has(id) ? [] : [id])));
  return (notice) => {
    const id = conversationOf(notice);
    if (id === null || visible.has(id) || !isDiscussed(notice)) return notice;
    const { data } = notice;
    return { ...notice, data: { ...data, conversation: null, excerpt: data.review ? data.excerpt : "" } };
  };
}
