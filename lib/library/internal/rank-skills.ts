import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import type { Sql } from "@/lib/db/sql";
import { fuseByRank } from "@/lib/runtime/fuse-by-rank";
import type { Likeness } from "@/lib/runtime/likeness";
import { searchEntries } from "@/lib/runtime/search-skills";
import { countTerms, withName } from "@/lib/runtime/search-terms";
import { readSearchTerms } from "../adapters/search-index";

/** More matches than this are not compared: behind them come the rest, names that hold the query first, in the order found. */
const mostRanked = 1_000;
const cursorSchema = z.tuple([z.literal("relevance"), z.number().int().min(0)]);

type Row = { id: string; name: string; description: string; digest: string };
/** `candidates`: ids of what a search found, what it finds first first. */
type Asked = {
  query: string;
  candidates: readonly string[];
  likeness: Likeness | null;
  cursor?: string | undefined;
  limit: number;
};

/** One page of what a search found, best first by the same search that agents have. */
export async function readRankedPage(
  context: WorkspaceContext,
  conditions: Sql,
  { query, candidates, likeness, cursor, limit }: Asked,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const from = cursor === undefined ? 0 : decodeCursor(cursor, cursorSchema)[1];
  const isBehind = from >= mostRanked;
  const rows = await readRows(
    context,
    conditions,
    { query, candidates },
    isBehind ? { offset: from, limit: limit + 1 } : { offset: 0, limit: mostRanked + 1 },
  );
  const order = isBehind ? rows : await rank(context, { query, likeness }, rows.slice(0, mostRanked));
  const start = isBehind ? 0 : from;
  const ids = order.slice(start, start + limit).map(({ id }) => id);
  const next = from + ids.length;
  const hasMore = start + ids.length < rows.length;
  return { ids, nextCursor: hasMore && ids.length > 0 ? encodeCursor(["relevance", next]) : null };
}

const readRows = (
  { db }: WorkspaceContext,
  conditions: Sql,
  { query, candidates }: Pick<Asked, "query" | "candidates">,
  { offset, limit }: { offset: number; limit: number },
): Promise<Row[]> =>
  db.$queryRaw<Row[]>`
    SELECT s.id, s.name, d.description, d.digest
    FROM "Skill" s JOIN "Draft" d ON d."skillId" = s.id
    JOIN unnest(${[...candidates]}::uuid[]) WITH ORDINALITY AS found(id, place) ON found.id = s.id
    WHERE ${conditions}
    ORDER BY position(lower(${query}::text) in lower(s.name)) = 0, found.place
    OFFSET ${offset} LIMIT ${limit}`;

async function rank(
  context: WorkspaceContext,
  { query, likeness }: Pick<Asked, "query" | "likeness">,
  rows: readonly Row[],
): Promise<Row[]> {
  const packages = rows.map(({ id, name, digest }) => ({ skillId: id, name, digest, versionId: null }));
  const indexed = await readSearchTerms(context, packages);
  const entries = rows.map(({ id, name, description, digest }) => {
    const stored = indexed.get(digest);
    const terms = stored ? withName(stored, name) : countTerms({ name, description });
    return { skillId: id, name, terms };
  });
  const found = fuseByRank(searchEntries(query, entries, { prefix: true }), entries, likeness);
  const places = new Map(found.map(({ skillId }, at) => [skillId, at]));
  const exact = query.trim().toLowerCase();
  const placeOf = ({ id, name }: Row) =>
    name.toLowerCase() === exact ? -1 : (places.get(id) ?? found.length);
  return rows.toSorted((left, right) => placeOf(left) - placeOf(right));
}
