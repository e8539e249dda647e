import type { WorkspaceContext } from "@/lib/access/context";
import { askedWords } from "@/lib/aside/searched-words";
import { askedStems } from "../search/recalled-stems";

/** A query offers at most this many skills. */
const mostCandidates = 5_000;

/**
 * Ids of the skills that a query finds, what holds all of it first, then by how rare the words are that it holds.
 *
 * Which skills those are is the agents' search to decide: `searchEntries` finds what shares a stem with the query in
 * name, description, body or trigger queries, and so does this, by the same stems. For who types, it also finds the
 * query in a name, wherever it stands, and all its words as beginnings of words. Each search is apart, with an index
 * of its own: one condition with OR over all would use none.
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
      WITH held AS MATERIALIZED (
        SELECT t."skillId" AS id, asked.place
        FROM unnest(${askedStems(query)}::text[]) WITH ORDINALITY AS asked(stem, place)
        JOIN "Draft" t ON t.search @@ asked.stem::tsquery AND t."workspaceId" = ${workspaceId}::uuid
      ), rarity AS (
        SELECT place, ln(1 + (SELECT count(*) FROM "Skill" WHERE "workspaceId" = ${workspaceId}::uuid)::float8 / count(*)) AS points
        FROM held GROUP BY place
      ), found AS (
        (SELECT n.id, 1e6 AS points FROM "Skill" n
          WHERE n."workspaceId" = ${workspaceId}::uuid AND n.name ILIKE ${pattern} LIMIT ${mostCandidates})
        UNION ALL
        (SELECT t."skillId", 1e6 FROM "Draft" t
          WHERE t."workspaceId" = ${workspaceId}::uuid AND t.search @@ ${askedWords(query)}::tsquery
          LIMIT ${mostCandidates})
        UNION ALL
        (SELECT held.id, rarity.points FROM held JOIN rarity USING (place))
      )
      SELECT id FROM found GROUP BY id ORDER BY sum(points) DESC, id LIMIT ${mostCandidates}`,
  ]);
  return rows.map(({ id }) => id);
}
