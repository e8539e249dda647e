import "server-only";
import type { Context } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";
import { notifyPeople } from "@/lib/notifications/commands";
import { lostApprovals, type Reviewed, staleBy } from "../staleness";

/**
 * Tells those whose approval a change of the draft made stale, and whoever asked for the review; `before` is what was
 * other before it. In the transaction of the change: what it throws undoes that. Answers with the user ids of the first.
 */
export async function tellStaleApprovals(
  context: Context,
  { skillId, before }: { skillId: string; before: Partial<Reviewed> },
): Promise<string[]> {
  const workspaceId = context.workspace.id;
  // A skill has one open review at most.
  const review = await context.db.review.findFirst({
    where: { workspaceId, skillId, state: "open" },
    select: {
      number: true,
      title: true,
      requestedById: true,
      skill: {
        select: {
          id: true,
          name: true,
          draft: { select: { digest: true, modesRevision: true, findingsRevision: true } },
        },
      },
      verdicts: {
        select: {
          id: true,
          userId: true,
          kind: true,
          digest: true,
          modesRevision: true,
          findingsRevision: true,
        },
        orderBy: [{ at: "asc" }, { id: "asc" }],
      },
    },
  });
  if (!review?.skill.draft) return [];
  const { number, title, requestedById, skill, verdicts } = review;
  const now = review.skill.draft;
  const lost = lostApprovals(verdicts, { ...now, ...before }, now);
  for (const { id, userId, ...verdict } of lost)
    await notifyPeople(context, {
      kind: "approval-stale",
      to: [userId, requestedById],
      dedupeKey: `approval-stale:${id}`,
      data: {
        skill: { id: skill.id, name: skill.name },
        review: { number, title },
        because: staleBy(verdict, now) ?? "bytes",
      },
    });
  await notify(context, { topic: "reviews", workspaceId });
  return lost.map(({ userId }) => userId);
}
