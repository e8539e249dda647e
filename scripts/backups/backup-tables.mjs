// Which tables a database has, how each is read in an order that every Postgres agrees on, and what was read.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { to as copyTo } from "pg-copy-streams";

/** How values are written as text must not depend on where they are read. */
const SETTINGS = {
  datestyle: "ISO, MDY",
  intervalstyle: "postgres",
  timezone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "3",
  client_encoding: "UTF8",
  search_path: "public",
  // The one limit there is (connect-unlimited.mjs lifts all): somebody may hold a table for ever.
  lock_timeout: "60s",
};

/** Until the end of the open transaction, also behind a pool of connections. */
export async function settleTransaction(db) {
  for (const [name, value] of Object.entries(SETTINGS))
    await db.query("SELECT set_config($1, $2, true)", [name, value]);
}

/**
 * The tables of the schema `public` whose rows are for ever or until they are deleted. Unlogged ones are left out: they
 * count what is under way, and a crash empties them as well.
 *
 * @returns {Promise<{ name: string, columns: string[], order: string[], appendOnly: boolean }[]>}
 */
export async function listTables(db) {
  const { rows } = await db.query(`
    SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT array_agg(quote_ident(a.attname) || CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END
          ORDER BY key.at)
        FROM pg_index i, unnest(i.indkey::smallint[]) WITH ORDINALITY AS key(attnum, at)
        JOIN pg_attribute a ON a.attnum = key.attnum
        WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid) AS "order",
      EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'greenroom_keep_rows') AS "appendOnly"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relpersistence = 'p'
    ORDER BY c.relname COLLATE "C"`);
  return rows.map((row) => ({
    ...row,
    order: row.order ?? row.columns.map((name) => `${quoted(name)}::text COLLATE "C"`),
  }));
}

/** Where each sequence stands. */
export async function listSequences(db) {
  const { rows } = await db.query(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const found = await db.query(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    sequences.push({ name, ...found.rows[0] });
  }
  return sequences;
}

/** The rows of a table as Postgres' own text, in the order of its key. */
export async function* readTable(db, { name, columns, order }) {
  const wanted = columns.map(quoted).join(", ");
  yield* db.query(
    copyTo(`COPY (SELECT ${wanted} FROM ${quoted(name)} ORDER BY ${order.join(", ")}) TO STDOUT`),
  );
  await atRest(db);
}

/** The last row of a copy is read before its statement has ended. */
export async function atRest(db) {
  if (!db.readyForQuery) await once(db, "drain");
}

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** Counts what goes by: rows, bytes and their sha256. A line break inside of a value is never one of the text. */
export function tally() {
  const hash = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  return {
    add: (part) => {
      hash.update(part);
      bytes += part.length;
      for (let at = part.indexOf(0x0a); at !== -1; at = part.indexOf(0x0a, at + 1)) rows++;
    },
    result: () => ({ rows, bytes, sha256: hash.digest("hex") }),
  };
}
