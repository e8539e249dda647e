import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { type AccessDecision, sayAccess } from "@/lib/access/skill-access";
import { findAllowedOn } from "@/lib/access/skill-permission";
import { decideSights, findHiddenSkills } from "@/lib/access/skill-sight";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { emptySql, joinSql, type Sql, sql } from "@/lib/db/sql";
import { storableMoment } from "@/lib/kernel/storable-moment";
import { storableText } from "@/lib/kernel/storable-text";
import { departedPerson } from "@/lib/people/find-people";
import { findByQuery } from "./internal/find-by-query";
import { readRankedPage } from "./internal/rank-skills";
import { skillConditions, skillStateSql } from "./internal/skill-conditions";
import { newestRecallSql } from "./newest-run-sql";
import { type ListSkills, listSkillsSchema, type SkillList, type SkillSummary } from "./skill-schema";
import { unchangedSinceSql } from "./versions/unchanged-since";
import { latestVersionSql } from "./which-version/latest-version";

type Filters = z.output<typeof listSkillsSchema>;
type Sort = Exclude<Filters["sort"], "relevance" | undefined>;

const countPlace = { cast: sql`int`, place: z.string().regex(/^\d{1,9}$/) };

/** What each order is made of, and how a place in it is written in a cursor. */
const sortKeys = {
  name: { key: sql`s.name COLLATE "C"`, cast: sql`text`, place: storableText },
  updated: { key: sql`s."updatedAt"`, cast: sql`timestamptz`, place: storableMoment },
  metadataTokens: { key: sql`d."metadataTokens"`, ...countPlace },
  instructionTokens: { key: sql`d."instructionTokens"`, ...countPlace },
  agents: {
    key: sql`(SELECT count(*)::int FROM "Assignment" a WHERE a."skillId" = s.id)`,
    ...countPlace,
  },
  recall: { key: newestRecallSql, cast: sql`float8`, place: z.string().regex(/^-?[\d.e-]{1,30}$/) },
} as const satisfies Record<Sort, { key: Sql; cast: Sql; place: z.ZodType<string> }>;

/**
 * One page of the library with totals over everything that matches. Reads rows only, never a file. BAD_REQUEST for
 * a cursor that belongs to another order.
 */
export async function listSkills(context: Context, input: ListSkills): Promise<SkillList> {
  requirePermission(context, "library.read");
  const filters = listSkillsSchema.parse(input);

  const [found, hidden] = await Promise.all([
    filters.query ? findByQuery(context, filters.query) : null,
    findHiddenSkills(context),
  ]);
  const candidates = found?.candidates ?? null;
  const conditions = skillConditions(context.workspace.id, filters, candidates, hidden);
  const { query, sort } = filters;
  const isRanked = query !== undefined && found !== null && (sort === undefined || sort === "relevance");
  const [page, totals] = await Promise.all([
    isRanked
      ? readRankedPage(context, conditions, { ...filters, query, ...found })
      : readSortedPage(context, conditions, {
          ...filters,
          sort: sort === undefined || sort === "relevance" ? "updated" : sort,
        }),
    readTotals(context, conditions),
  ]);
  const [summaries, mayEdit, sights] = await Promise.all([
    readSummaries(context, page.ids),
    findAllowedOn(context, page.ids, "library.edit"),
    decideSights(context, page.ids),
  ]);
  const items = summaries.map((summary) => ({
    ...summary,
    mayEdit: summary.receivedFrom === undefined && mayEdit(summary.id),
    ...sayLimited(sights.get(summary.id)),
  }));
  return { items, ...totals, ...(page.nextCursor === null ? {} : { nextCursor: page.nextCursor }) };
}

/** Why the asker sees what is not open to everyone. */
const sayLimited = (sight: AccessDecision | undefined): Pick<SkillSummary, "openBy"> =>
  sight === undefined || sight.reason === "everyone" ? {} : { openBy: sayAccess(sight) };

type Sorted = Omit<Filters, "sort"> & { sort: Sort };

async function readSortedPage(
  context: WorkspaceContext,
  conditions: Sql,
  filters: Sorted,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const places = await readPage(context, conditions, filters);
  const page = places.slice(0, filters.limit);
  const last = page.at(-1);
  const more = places.length > filters.limit && last;
  return {
    ids: page.map(({ id }) => id),
    nextCursor: more ? encodeCursor([orderOf(filters), last.key, last.id]) : null,
  };
}

const isDescending = ({ sort, direction }: Sorted): boolean =>
  (direction ?? (sort === "name" ? "asc" : "desc")) === "desc";

const orderOf = (filters: Sorted): string => `${filters.sort}-${isDescending(filters) ? "desc" : "asc"}`;

type Place = { id: string; key: string };

/** One row more than the page holds, to know whether there is a next one. */
async function readPage({ db }: WorkspaceContext, conditions: Sql, filters: Sorted): Promise<Place[]> {
  const { key, cast, place: placeSchema } = sortKeys[filters.sort];
  const descending = isDescending(filters);
  const direction = descending ? sql`DESC` : sql`ASC`;
  let after = emptySql;
  if (filters.cursor !== undefined) {
    const schema = z.tuple([z.literal(orderOf(filters)), placeSchema, z.uuid()]);
    const [, place, id] = decodeCursor(filters.cursor, schema);
    const beyond = descending ? sql`<` : sql`>`;
    after = sql`AND (${key}, s.id) ${beyond} (${place}::text::${cast}, ${id}::uuid)`;
  }
  return db.$queryRaw<Place[]>`
    SELECT s.id, ${keyText(filters.sort, key)} AS key
    FROM "Skill" s JOIN "Draft" d ON d."skillId" = s.id
    WHERE ${conditions} ${after}
    ORDER BY ${key} ${direction}, s.id ${direction}
    LIMIT ${filters.limit + 1}`;
}

/** ISO with an offset, so that the time read back is the same whatever the session's time zone. */
const keyText = (sort: Sort, key: Sql): Sql =>
  sort === "updated"
    ? sql`to_char(${key} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`(${key})::text`;

async function readTotals(
  { db }: WorkspaceContext,
  conditions: Sql,
): Promise<Pick<SkillList, "total" | "totals">> {
  const [row] = await db.$queryRaw<{ total: number; metadata: number; instructions: number }[]>`
    SELECT count(*)::int AS total, coalesce(sum(d."metadataTokens"), 0)::int AS metadata,
      coalesce(sum(d."instructionTokens"), 0)::int AS instructions
    FROM "Skill" s JOIN "Draft" d ON d."skillId" = s.id
    WHERE ${conditions}`;
  return {
    total: row?.total ?? 0,
    totals: { metadataTokens: row?.metadata ?? 0, instructionTokens: row?.instructions ?? 0 },
  };
}

/** A summary without what depends on who asks. */
type StoredSummary = Omit<SkillSummary, "mayEdit">;

type SummaryRow = Omit<StoredSummary, "archived" | "updatedAt" | "updatedBy" | "labels" | "receivedFrom"> & {
  receivedFrom: string | null;
  archivedAt: Date | null;
  updatedAt: Date;
  updatedById: string;
  updatedByName: string | null;
  labels: SkillSummary["labels"] | null;
};

/** What lists show of these skills, in the order of the ids; ids of elsewhere are left out. */
export async function readSummaries(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  ids: readonly string[],
): Promise<StoredSummary[]> {
  if (ids.length === 0) return [];
  const rows = await db.$queryRaw<SummaryRow[]>`
    SELECT s.id, s.name, s."archivedAt", s."updatedAt", d.description, d.revision AS "draftRevision",
      d."metadataTokens", d."instructionTokens", d."resourceTokens",
      d."errorCount", d."warningCount", d."blockingCount",
      d."updatedById", u.name AS "updatedByName",
      v.number AS "latestVersion", ${skillStateSql} AS state,
      ${unchangedSinceSql} AS "unchangedSince",
      (SELECT count(*)::int FROM "Assignment" a WHERE a."skillId" = s.id) AS "agentCount",
      (SELECT json_agg(json_build_object('name', l.name, 'version', lv.number) ORDER BY l.name)
        FROM "Label" l JOIN "Version" lv ON lv.id = l."versionId" WHERE l."skillId" = s.id) AS labels,
      (SELECT r."fromWorkspace" FROM "ReceivedSkill" r WHERE r."skillId" = s.id) AS "receivedFrom"
    FROM "Skill" s
    JOIN "Draft" d ON d."skillId" = s.id
    LEFT JOIN "User" u ON u.id = d."updatedById"
    LEFT JOIN LATERAL (${latestVersionSql}) v ON true
    WHERE s."workspaceId" = ${workspaceId}::uuid AND s.id IN (${joinSql(ids.map((id) => sql`${id}::uuid`))})`;
  const byId = new Map(rows.map((row) => [row.id, toSummary(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toSummary(row: SummaryRow): StoredSummary {
  const { archivedAt, receivedFrom, ...shown } = row;
  const { updatedById, updatedByName, updatedAt, labels, ...rest } = shown;
  return {
    ...rest,
    archived: archivedAt !== null,
    ...(receivedFrom === null ? {} : { receivedFrom }),
    labels: labels ?? [],
    updatedAt: updatedAt.toISOString(),
    updatedBy: { id: updatedById, name: updatedByName ?? departedPerson },
  };
}
