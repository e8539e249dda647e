import "server-only";
import { findClosedConversations } from "@/lib/access/closed-conversations";
import type { Context } from "@/lib/access/context";
import { changedBefore, cursorAfter } from "@/lib/db/cursor";

/** Whoever is closed out of more than this many pages in a row is given what was found, and where to go on. */
const mostReads = 20;

type Place = { id: string; updatedAt: Date };
type Asked<Row> = {
  cursor: string | undefined;
  limit: number;
  /** Rows of the list after a place, the last changed first. */
  read: (after: ReturnType<typeof changedBefore>, take: number) => Promise<Row[]>;
  /** The conversations that a row is about: one that is closed to the asker closes the row. */
  conversationsOf: (row: Row) => string[];
};

/** A page of what is open to the asker: read on past what is closed until it is full or nothing is left. */
export async function readOpenPage<Row extends Place>(
  context: Context,
  { cursor, limit, read, conversationsOf }: Asked<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const open: Row[] = [];
  let from = cursor;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const rows = await read(changedBefore(from), limit + 1);
    const closed = await findClosedConversations(context, rows.flatMap(conversationsOf));
    open.push(...rows.filter((row) => !conversationsOf(row).some((id) => closed.has(id))));
    const page = open.slice(0, limit);
    const [lastShown, lastRead] = [page.at(-1), rows.at(-1)];
    if (open.length > limit && lastShown) return { rows: page, nextCursor: cursorAfter(lastShown) };
    if (rows.length <= limit || !lastRead) return { rows: page, nextCursor: null };
    from = cursorAfter(lastRead);
  }
  return { rows: open, nextCursor: from ?? null };
}
