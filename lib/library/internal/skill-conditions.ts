import { emptySql, joinSql, type Sql, sql } from "@/lib/db/sql";
import type { proofStandings, skillSources } from "../list-options";
import { proofStandingSql } from "../proof-standing-sql";
import type { SkillList } from "../skill-schema";
import { latestVersionSql } from "../which-version/latest-version";

type Item = SkillList["items"][number];
type Filters = {
  state?: Item["state"] | undefined;
  agent?: string | undefined;
  findings?: "any" | "errors" | "warnings" | "blocking" | "none" | undefined;
  name?: string | undefined;
  words?: string | undefined;
  source?: (typeof skillSources)[number] | undefined;
  proof?: (typeof proofStandings)[number] | undefined;
};

/** The `WHERE` of the list, over `"Skill" s` joined with `"Draft" d`. `candidates`: what a search has found, if there was one; `hidden`: what the asker does not see. */
export function skillConditions(
  workspaceId: string,
  filters: Filters,
  candidates: readonly string[] | null,
  hidden: readonly string[] = [],
): Sql {
  const conditions = [
    sql`s."workspaceId" = ${workspaceId}::uuid`,
    stateCondition(filters.state),
    findingsCondition(filters.findings),
    filters.agent === undefined ? emptySql : agentCondition(workspaceId, filters.agent),
    filters.name === undefined ? emptySql : sql`s.name ILIKE ${likePattern(filters.name)}`,
    ...wordsConditions(filters.words),
    filters.source === undefined ? emptySql : sourceCondition(workspaceId, filters.source),
    filters.proof === undefined ? emptySql : sql`${proofStandingSql(workspaceId)} = ${filters.proof}`,
    hidden.length === 0 ? emptySql : sql`s.id <> ALL (${[...hidden]}::uuid[])`,
    candidates === null ? emptySql : sql`s.id = ANY (${[...candidates]}::uuid[])`,
  ];
  return joinSql(
    conditions.filter((condition) => condition !== emptySql),
    " AND ",
  );
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** `*` and `?` of a name pattern as LIKE says them. */
const likePattern = (pattern: string): string =>
  escapeLike(pattern).replaceAll("*", "%").replaceAll("?", "_");

const wordsConditions = (words: string | undefined): Sql[] =>
  (words?.split(/\s+/) ?? []).map((word) => sql`d.description ILIKE ${`%${escapeLike(word)}%`}`);

/** An import's own rows go after a while; the audit keeps that a skill began as one. */
function sourceCondition(workspaceId: string, source: (typeof skillSources)[number]): Sql {
  const received = sql`EXISTS (SELECT FROM "ReceivedSkill" r WHERE r."skillId" = s.id)`;
  if (source === "shared") return received;
  const read = sql`EXISTS (SELECT FROM "SkillOrigin" o WHERE o."skillId" = s.id)`;
  if (source === "directory") return read;
  if (source === "workspace") return sql`NOT ${read} AND NOT ${received}`;
  const imported = sql`s.id::text IN (
    SELECT i."objectId" FROM "Audit" i WHERE i."workspaceId" = ${workspaceId}::uuid AND i.action = 'skill.imported')`;
  return source === "imported"
    ? sql`NOT ${read} AND ${imported}`
    : sql`NOT ${read} AND NOT ${received} AND NOT ${imported}`;
}

/** Withdrawn or not. */
const hasVersions = sql`EXISTS (SELECT FROM "Version" x WHERE x."skillId" = s.id)`;

/** How a skill stands, over `"Skill" s` joined with `"Draft" d`: lists say it and filter by it. */
export const skillStateSql = sql`
  CASE WHEN s."archivedAt" IS NOT NULL THEN 'archived' ELSE coalesce(
    (SELECT CASE WHEN latest.digest = d.digest THEN 'published' ELSE 'draft-ahead' END
      FROM (${latestVersionSql}) latest),
    CASE WHEN ${hasVersions} THEN 'withdrawn' ELSE 'draft' END) END`;

/** What is archived is shown to whoever asks for it, and no work is spent on how the others stand before. */
function stateCondition(state: Filters["state"]): Sql {
  if (state === "archived") return sql`s."archivedAt" IS NOT NULL`;
  const live = sql`s."archivedAt" IS NULL`;
  return state === undefined ? live : sql`${live} AND ${skillStateSql} = ${state}`;
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
