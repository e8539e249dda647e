import "server-only";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";

/** The asker's own notices here, without those of skills that are not open to them: a notice would say that they are here. */
export async function seenNotices(context: Context) {
  const { db, workspace, actor } = context;
  const own = { workspaceId: workspace.id, userId: actor.userId };
  const hidden = await findHiddenSkills(context);
  if (hidden.length === 0) return own;
  const notices = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Notification"
    WHERE "userId" = ${own.userId}::uuid AND "workspaceId" = ${own.workspaceId}::uuid
      AND (data->'skill'->>'id' = ANY (${hidden}) OR data->'changed'->>'id' = ANY (${hidden}))`;
  return { ...own, NOT: { id: { in: notices.map(({ id }) => id) } } };
}
