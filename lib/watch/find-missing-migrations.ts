import "server-only";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Db } from "@/lib/db/client";

/** Where the migrations of this release lie, from the folder that the server runs in. */
export const migrationsFolder = path.join("prisma", "migrations");

/**
 * The migrations of this release that the database does not have yet. More than these may be there: a newer release is
 * being brought in, and this one can live with it. Null where this server's role may not know.
 */
export async function findMissingMigrations(
  db: Db,
  folder: string = migrationsFolder,
): Promise<string[] | null> {
  const [row] = await db.$queryRaw<{ mayRead: boolean | null }[]>`
    SELECT has_table_privilege(to_regclass('_prisma_migrations'), 'SELECT') AS "mayRead"`;
  if (row?.mayRead === false) return null;
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (!row || row.mayRead === null) return names.sort();
  const done = await db.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const applied = new Set(done.map(({ name }) => name));
  return names.filter((name) => !applied.has(name)).sort();
}
