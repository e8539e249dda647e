import pg from "pg";
import { z } from "zod";

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  /** Of an enum, its first word. */
  word: z.string().nullable(),
  /** Of a text of fixed length. */
  length: z.number(),
});
const tableSchema = z.object({
  name: z.string(),
  columns: z.array(columnSchema),
  /** Pairs of columns and the table that they point at. */
  keys: z.array(z.object({ table: z.string(), columns: z.array(z.string()), targets: z.array(z.string()) })),
});
type Table = z.infer<typeof tableSchema>;

/** Columns whose words a CHECK of their table asks for. */
const asked: Record<string, Record<string, string>> = {
  Judgement: { state: "queued" },
  JudgeLabel: { judged: "win", label: "tie" },
  SuiteRun: { state: "queued" },
  Trial: { state: "queued" },
  RadarRun: { state: "running" },
  RadarStep: { state: "waiting", role: "new" },
  Improvement: { state: "running" },
  SkillActivity: { audience: "everyone" },
  SkillFiring: { audience: "everyone" },
};

const values: Record<string, string> = {
  text: "words\twith\n\\N and “quotes”",
  varchar: "words",
  int4: "7",
  int8: "9007199254740993",
  int2: "7",
  float8: "0.1",
  numeric: "0.1",
  bool: "t",
  uuid: "01890000-0000-7000-8000-000000000001",
  timestamptz: "2026-11-21T18:20:00.123Z",
  date: "2026-11-21",
  jsonb: '{"a": ["\\u00e9", 1.5, null]}',
  json: "{}",
  bytea: "\\x00ff0a5c",
  tsvector: "'word':1",
};

/** Gives every table that is still empty a row that its keys and checks let in. Answers the tables that have none. */
export async function fillTables(ownerUrl: string): Promise<string[]> {
  const db = new pg.Client({ connectionString: ownerUrl });
  await db.connect();
  try {
    let left = await emptyTables(db);
    for (let before = left.length + 1; left.length > 0 && left.length < before; ) {
      before = left.length;
      for (const table of left) await insertRow(db, table);
      left = await emptyTables(db);
    }
    return left.map(({ name }) => name);
  } finally {
    await db.end();
  }
}

async function emptyTables(db: pg.Client): Promise<Table[]> {
  const { rows } = await db.query(`
    SELECT c.relname AS name,
      (SELECT json_agg(json_build_object('name', a.attname, 'type', t.typname, 'length', a.atttypmod - 4, 'word',
          (SELECT enumlabel FROM pg_enum WHERE enumtypid = t.oid ORDER BY enumsortorder LIMIT 1)))
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
          AND a.attnotnull AND NOT a.atthasdef) AS columns,
      coalesce((SELECT json_agg(json_build_object('table', f.relname,
          'columns', (SELECT json_agg(attname ORDER BY at) FROM unnest(r.conkey) WITH ORDINALITY AS k(num, at)
            JOIN pg_attribute ON attrelid = c.oid AND attnum = num),
          'targets', (SELECT json_agg(attname ORDER BY at) FROM unnest(r.confkey) WITH ORDINALITY AS k(num, at)
            JOIN pg_attribute ON attrelid = f.oid AND attnum = num)))
        FROM pg_constraint r JOIN pg_class f ON f.oid = r.confrelid
        WHERE r.conrelid = c.oid AND r.contype = 'f'), '[]') AS keys
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`);
  const empty: Table[] = [];
  for (const row of rows) {
    const table = tableSchema.parse({ ...row, columns: row.columns ?? [] });
    const { rowCount } = await db.query(`SELECT 1 FROM "${table.name}" LIMIT 1`);
    if (rowCount === 0) empty.push(table);
  }
  return empty;
}

/** Nothing where a table that it points at is empty as yet. */
async function insertRow(db: pg.Client, { name, columns, keys }: Table): Promise<void> {
  const row = new Map<string, unknown>();
  for (const { name: column, type, word, length } of columns) {
    const plain = type === "bpchar" ? "0".repeat(length) : type.startsWith("_") ? "{}" : values[type];
    row.set(column, asked[name]?.[column] ?? word ?? plain);
  }
  if (name === "Mirror") row.set("agentId", null);
  for (const key of keys) {
    if (!key.columns.some((column) => row.has(column))) continue;
    const { rows } = await db.query(`SELECT * FROM "${key.table}" LIMIT 1`);
    const target: unknown = rows[0];
    if (typeof target !== "object" || target === null) return;
    const found = new Map(Object.entries(target));
    for (const [at, column] of key.columns.entries()) row.set(column, found.get(key.targets[at] ?? ""));
  }
  const names = [...row.keys()].map((column) => `"${column}"`).join(", ");
  const places = [...row.keys()].map((_, at) => `$${at + 1}`).join(", ");
  await db.query(`INSERT INTO "${name}" (${names}) VALUES (${places})`, [...row.values()]);
}
