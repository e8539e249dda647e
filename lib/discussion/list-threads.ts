import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { noSuchConversation, visibleConversations } from "@/lib/access/visible-conversations";
import { AppError } from "@/lib/kernel/app-error";
import { threadParts, toThreads } from "./internal/read-threads";
import { listThreadsSchema, type ThreadList } from "./schema";

type Asked = { review?: number | undefined; conversation?: string | undefined };

/** The threads of one review or of one conversation, the oldest first. NOT_FOUND for what the asker does not see. */
export async function listThreads(context: Context, input: Asked): Promise<ThreadList> {
  requirePermission(context, "discussion.read");
  if ((input.review === undefined) === (input.conversation === undefined))
    throw new AppError("UNPROCESSABLE", "Say one of the two: review or conversation.");
  const wanted = listThreadsSchema.parse(input);
  const { db, workspace } = context;
  const workspaceId = workspace.id;
  const subject =
    "review" in wanted
      ? await db.review.findFirst({
          where: {
            workspaceId,
            number: wanted.review,
            skillId: { notIn: await findHiddenSkills(context) },
          },
          select: { id: true },
        })
      : await db.conversation.findFirst({
          where: { workspaceId, id: wanted.conversation, ...visibleConversations(context) },
          select: { id: true },
        });
  if ("review" in wanted && !subject) throw new AppError("NOT_FOUND", "There is no such review.");
  if (!subject || (await findClosedConversations(context, [subject.id])).size > 0) throw noSuchConversation();
  const rows = await db.thread.findMany({
    where: {
      workspaceId,
      ...("review" in wanted ? { reviewId: subject.id } : { conversationId: subject.id }),
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: threadParts,
  });
  return { items: await toThreads(context, rows) };
}
