import type { WorkspaceContext } from "@/lib/access/context";
import { askedWords } from "@/lib/aside/searched-words";

/** Each of the two searches of a query offers at most this many skills. */
const mostCandidates = 5_000;

/**
 * Ids of skills that have the query in their name, or its words (as beginnings) in description or body.
 * Two capped searches joined by UNION, each with its own index: one condition with OR over both would use neither.
 * Without a rank: the list has an order of its own, and ranking unpacks the search column of every match.
 */
export async function findCandidates(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  query: string,
): Promise<string[]> {
  const pattern = `%${query
    .trim()
    .replace(/[\\%_]/g, "\\$&")
    .replace(/\s+/g, "%")}%`;
  const [, rows] = await db.$transaction([
    // The planner takes a scan for cheap because it does not count unpacking the search column of every row.
    db.$executeRaw`SET LOCAL enable_seqscan = off`,
    db.$queryRaw<{ id: string }[]>`
      (SELECT n.id FROM "Skill" n
        WHERE n."workspaceId" = ${workspaceId}::uuid AND n.name ILIKE ${pattern} LIMIT ${mostCandidates})
      UNION
      (SELECT t."skillId" FROM "Draft" t
        WHERE t."workspaceId" = ${workspaceId}::uuid AND t.search @@ ${askedWords(query)}::tsquery
        LIMIT ${mostCandidates})`,
  ]);
  return rows.map(({ id }) => id);
}
