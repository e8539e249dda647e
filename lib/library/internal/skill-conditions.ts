import { emptySql, joinSql, type Sql, sql } from "@/lib/db/sql";
import type { SkillList } from "../schema";

type Item = SkillList["items"][number];
type Filters = {
  query?: string | undefined;
  state?: Item["state"] | undefined;
  agent?: string | undefined;
  findings?: "any" | "errors" | "warnings" | "blocking" | "none" | undefined;
};

/** Each of the two searches of a query offers at most this many skills. */
const mostCandidates = 1_000;

/** The `WHERE` of the list, over `"Skill" s` joined with `"Draft" d`. */
export function skillConditions(workspaceId: string, filters: Filters): Sql {
  const conditions = [
    sql`s."workspaceId" = ${workspaceId}::uuid`,
    stateCondition(filters.state),
    findingsCondition(filters.findings),
    filters.agent === undefined ? emptySql : agentCondition(workspaceId, filters.agent),
    filters.query ? queryCondition(workspaceId, filters.query) : emptySql,
  ];
  return joinSql(
    conditions.filter((condition) => condition !== emptySql),
    " AND ",
  );
}

const latestDigest = sql`(SELECT v.digest FROM "Version" v WHERE v."skillId" = s.id ORDER BY v.number DESC LIMIT 1)`;

function stateCondition(state: Filters["state"]): Sql {
  if (state === "archived") return sql`s."archivedAt" IS NOT NULL`;
  const live = sql`s."archivedAt" IS NULL`;
  if (state === "draft") return sql`${live} AND ${latestDigest} IS NULL`;
  if (state === "published") return sql`${live} AND ${latestDigest} = d.digest`;
  if (state === "draft-ahead") return sql`${live} AND ${latestDigest} <> d.digest`;
  return live;
}

function findingsCondition(findings: Filters["findings"]): Sql {
  if (findings === "errors") return sql`d."errorCount" > 0`;
  if (findings === "warnings") return sql`d."warningCount" > 0`;
  if (findings === "blocking") return sql`d."blockingCount" > 0`;
  const all = sql`d."errorCount" + d."warningCount" + d."blockingCount"`;
  if (findings === "any") return sql`${all} > 0`;
  if (findings === "none") return sql`${all} = 0`;
  return emptySql;
}

const agentCondition = (workspaceId: string, slug: string): Sql => sql`EXISTS (
  SELECT FROM "Assignment" a JOIN "Agent" g ON g.id = a."agentId"
  WHERE a."skillId" = s.id AND g."workspaceId" = ${workspaceId}::uuid AND g.slug = ${slug})`;

/**
 * Words in description and body, or the query in the name. Two capped searches joined by UNION, each with its own
 * index: one condition with OR over both would use neither.
 */
function queryCondition(workspaceId: string, query: string): Sql {
  const words = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const pattern = `%${query
    .trim()
    .replace(/[\\%_]/g, "\\$&")
    .replace(/\s+/g, "%")}%`;
  const byName = sql`(SELECT n.id FROM "Skill" n
    WHERE n."workspaceId" = ${workspaceId}::uuid AND n.name ILIKE ${pattern} LIMIT ${mostCandidates})`;
  if (words.length === 0) return sql`s.id IN ${byName}`;
  const prefixes = words.map((word) => `${word}:*`).join(" & ");
  return sql`s.id IN (${byName} UNION (
    SELECT t."skillId" FROM "Draft" t
    WHERE t."workspaceId" = ${workspaceId}::uuid AND t.search @@ to_tsquery('simple', ${prefixes})
    ORDER BY ts_rank(t.search, to_tsquery('simple', ${prefixes})) DESC LIMIT ${mostCandidates}))`;
}
