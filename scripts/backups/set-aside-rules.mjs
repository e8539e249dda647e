// While rows come in, in whatever order, foreign keys and triggers stand aside; afterwards they are as they were, and
// every row has been held against them.

import { PlainError } from "../progress.mjs";
import { quoted } from "./backup-tables.mjs";

/** Needs no superuser, unlike the switches of Postgres: only the owner of the tables. */
export async function setAsideRules(db) {
  const before = await rulesOf(db);
  const keys = before.filter(({ kind }) => kind === "f");
  const tables = [...new Set(before.filter(({ kind }) => kind === "trigger").map(({ table }) => table))];
  for (const { table, name } of keys)
    await db.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  for (const table of tables) await db.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  return {
    putBack: async () => {
      for (const { table, name, definition } of keys)
        await db
          .query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`)
          .catch((error) => {
            throw new PlainError(`what was backed up breaks its own rules: ${error.message}`, {
              cause: error,
            });
          });
      for (const table of tables) await db.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
      const after = await rulesOf(db);
      if (JSON.stringify(after) !== JSON.stringify(before))
        throw new Error("The rules of the tables are not what they were before the rows came in.");
    },
  };
}

/** Every constraint, index and trigger of ours, with its whole definition and whether it holds. */
async function rulesOf(db) {
  const { rows } = await db.query(`
    SELECT c.relname::text AS table, r.conname::text AS name, r.contype::text AS kind,
        pg_get_constraintdef(r.oid) AS definition, r.convalidated::text AS state
      FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public'
    UNION ALL
    SELECT c.relname, t.tgname, 'trigger', pg_get_triggerdef(t.oid), t.tgenabled::text
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND NOT t.tgisinternal
    UNION ALL
    SELECT tablename, indexname, 'index', indexdef, '' FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2, 3`);
  return rows;
}
