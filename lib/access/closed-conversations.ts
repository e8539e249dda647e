import "server-only";
import type { Context } from "./context";
import { findHiddenSkills } from "./skill-sight";

/**
 * Of these conversations those of others in which a skill was offered that is not open to the asker: what was sent in them
 * names it and tells its texts. Asks the log only where any skill is closed to them.
 */
export async function findClosedConversations(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const hidden = ids.length === 0 ? [] : await findHiddenSkills(context);
  if (hidden.length === 0) return new Set();
  const { db, workspace, actor } = context;
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT c.id FROM "Conversation" c
    WHERE c."workspaceId" = ${workspace.id}::uuid AND c.id = ANY (${[...ids]}::uuid[])
      AND c."createdById" <> ${actor.userId}::uuid
      AND EXISTS (
        SELECT FROM "Event" e, json_array_elements(e.payload->'offered') o
        WHERE e."conversationId" = c.id AND e.type = 'run-started' AND o->>'skillId' = ANY (${hidden}))`;
  return new Set(rows.map(({ id }) => id));
}
