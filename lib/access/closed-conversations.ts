import "server-only";
import type { Context } from "./context";
import { findHiddenSkills } from "./skill-sight";

/**
 * Of these conversations those of others that name a skill which is not open to the asker: as offered, as unavailable or
 * as tried beside the agent's own. What was sent in them tells its texts. Asks the log only where any skill is closed.
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
      AND (
        EXISTS (SELECT FROM json_array_elements(c.overlay::json) o WHERE o->>'skillId' = ANY (${hidden}))
        OR EXISTS (
          SELECT FROM "Event" e,
            LATERAL (VALUES (e.payload->'offered'), (e.payload->'unavailable'), (e.payload->'overlay')) named (skills),
            json_array_elements(named.skills) o
          WHERE e."conversationId" = c.id AND e.type = 'run-started' AND o->>'skillId' = ANY (${hidden})))`;
  return new Set(rows.map(({ id }) => id));
}
