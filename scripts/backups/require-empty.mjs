// Whether a database is empty, and what was found when it is not.
import { PlainError } from "../progress.mjs";

/** Refuses a database that holds any table, view, sequence, type or function that somebody made. */
export async function requireEmpty(db) {
  const { rows } = await db.query(`
    SELECT kind, name, at FROM (
      SELECT CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' ELSE 'table' END AS kind,
        c.relname::text AS name, n.nspname::text AS at, 'pg_class'::regclass AS catalogue, c.oid AS id
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
      UNION ALL
      SELECT 'type', t.typname, n.nspname, 'pg_type'::regclass, t.oid
        FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype IN ('e', 'd')
      UNION ALL
      SELECT 'function', p.proname, n.nspname, 'pg_proc'::regclass, p.oid
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace) AS found
    WHERE at <> 'information_schema' AND at !~ '^pg_'
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = catalogue AND d.objid = id AND d.deptype = 'e')
    ORDER BY kind = 'table' DESC, name`);
  if (rows.length === 0) return;
  const ours = rows.some(({ kind, name }) => kind === "table" && name === "_prisma_migrations");
  const what = ours ? await contentsOf(db, rows) : `it holds ${namesOf(rows)}`;
  throw new PlainError(
    `a backup is restored into an empty database only, and this one is not empty: ${what}. Name a new one with DATABASE_URL, or a new data folder with GREENROOM_DATA; nothing was changed`,
  );
}

const namesOf = (rows) =>
  `the ${rows
    .slice(0, 3)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(", ")}${rows.length > 3 ? ` and ${rows.length - 3} more` : ""}`;

/** What of a Greenroom is there, in the words of its operator. */
async function contentsOf(db, rows) {
  const has = (name) => rows.some((row) => row.kind === "table" && row.name === name);
  const counts = [];
  for (const [table, noun] of [
    ["User", "people"],
    ["Workspace", "workspaces"],
    ["Skill", "skills"],
  ]) {
    if (!has(table)) continue;
    const { rows: found } = await db.query(`SELECT count(*)::int AS count FROM public."${table}"`);
    counts.push(`${found[0].count} ${noun}`);
  }
  return counts.length > 0 ? `a Greenroom lives in it (${counts.join(", ")})` : `it holds ${namesOf(rows)}`;
}
