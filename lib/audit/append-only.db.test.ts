import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { aTriageConversation, rehearse } from "@/lib/testing/sessions/rehearsals";

const { db, url, ownerUrl } = testDatabase();
const app = new pg.Client({ connectionString: url });
const owner = new pg.Client({ connectionString: ownerUrl });

const kept = [
  "Audit",
  "Version",
  "VersionFile",
  "Event",
  "AgentRevision",
  "ReviewVerdict",
  "ReceivedVersion",
] as const;
/** A column of each, and what a forger would put there. */
const columnOf = {
  Audit: { column: `"actorName"`, key: "(id)" },
  Version: { column: "note", key: "(id)" },
  VersionFile: { column: "sha256", key: `("versionId", path)` },
  Event: { column: "type", key: `("conversationId", seq)` },
  AgentRevision: { column: `"agentId"`, key: null },
  ReviewVerdict: { column: "note", key: "(id)" },
  ReceivedVersion: { column: "number", key: `("versionId", number)` },
} as const;

async function codeOf(client: pg.Client, sql: string): Promise<string> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    return "done";
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? "") : String(error);
  } finally {
    await client.query("ROLLBACK");
  }
}

beforeAll(async () => {
  await app.connect();
  await owner.connect();
  const context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  await rehearse(context, (await aTriageConversation(context)).id, "Hello there");
});
afterAll(async () => {
  await app.end();
  await owner.end();
});

const insufficientPrivilege = "42501";

describe.each(kept)("%s under the app's own role", (table) => {
  const { column } = columnOf[table];
  const forge = `UPDATE "${table}" SET ${column} = ${column}`;

  it.each([
    ["an update", forge],
    ["an update of nothing", `${forge} WHERE false`],
    ["a delete", `DELETE FROM "${table}"`],
    [
      "a delete in a common table expression",
      `WITH gone AS (DELETE FROM "${table}" RETURNING *) SELECT * FROM gone`,
    ],
    ["an update in a common table expression", `WITH forged AS (${forge} RETURNING *) SELECT * FROM forged`],
    ["a merge", `MERGE INTO "${table}" t USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE`],
    ["a truncation", `TRUNCATE "${table}"`],
    ["a truncation with what depends on it", `TRUNCATE "${table}" CASCADE`],
    ["a lock for an update", `SELECT * FROM "${table}" FOR UPDATE`],
    ["another shape", `ALTER TABLE "${table}" ADD COLUMN forged text`],
    ["another owner", `ALTER TABLE "${table}" OWNER TO greenroom_app`],
    ["its triggers off", `ALTER TABLE "${table}" DISABLE TRIGGER ALL`],
    [
      "a trigger of its own",
      `CREATE TRIGGER forged BEFORE INSERT ON "${table}" EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    ],
    ["a rule", `CREATE RULE forged AS ON INSERT TO "${table}" DO INSTEAD NOTHING`],
    ["the right to do it", `GRANT DELETE ON "${table}" TO greenroom_app; DELETE FROM "${table}"`],
    ["dropping it", `DROP TABLE "${table}" CASCADE`],
    ["the rows of a copy", `COPY "${table}" TO PROGRAM 'cat'`],
  ])("refuses %s", async (_, sql) => {
    expect(await codeOf(app, sql)).toBe(insufficientPrivilege);
  });
});

it.each(kept.filter((table) => columnOf[table].key !== null))(
  "%s refuses an insert that updates on conflict",
  async (table) => {
    const { column, key } = columnOf[table];
    const sql = `INSERT INTO "${table}" SELECT * FROM "${table}" ON CONFLICT ${key} DO UPDATE SET ${column} = EXCLUDED.${column}`;
    expect(await codeOf(app, sql)).toBe(insufficientPrivilege);
  },
);

describe("the app's own role", () => {
  it.each([
    ["turn triggers and foreign keys off", "SET session_replication_role = replica"],
    ["make itself a superuser", "ALTER ROLE greenroom_app SUPERUSER"],
    [
      "replace the function that retains",
      "CREATE OR REPLACE FUNCTION greenroom_retain_audit(p_workspace uuid, p_days integer, p_actor_id uuid, p_actor_name text, p_trace_id text, p_address text) RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    ],
    [
      "put a function in front of it",
      "CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz'",
    ],
    ["read the file system", "SELECT pg_read_file('/etc/passwd')"],
  ])("may not %s", async (_, sql) => {
    expect(await codeOf(app, sql)).toBe(insufficientPrivilege);
  });

  it("may not become the owner", async () => {
    const { rows } = await owner.query<{ name: string }>("SELECT current_user AS name");
    expect(await codeOf(app, `SET ROLE "${rows[0]?.name}"`)).toBe(insufficientPrivilege);
    expect(await codeOf(app, `SET SESSION AUTHORIZATION "${rows[0]?.name}"`)).toBe(insufficientPrivilege);
  });

  it("may append", async () => {
    expect(
      await codeOf(
        app,
        `INSERT INTO "Audit" ("actorName", action, "objectType", "objectId", "traceId") VALUES ('x', 'x.y', 'x', 'x', 'x')`,
      ),
    ).toBe("done");
  });
});

describe.each(kept)("%s where one role owns it and runs the app", (table) => {
  const { column } = columnOf[table];
  it.each([
    ["an update", `UPDATE "${table}" SET ${column} = ${column}`],
    ["a delete", `DELETE FROM "${table}"`],
    ["a truncation", `TRUNCATE "${table}" CASCADE`],
  ])("refuses %s all the same", async (_, sql) => {
    expect(await codeOf(owner, sql)).toBe(insufficientPrivilege);
  });
});

it("lets rows go with the workspace, the skill and the conversation that they belong to, and keeps the audit", async () => {
  const count = async () =>
    Promise.all(
      ["Version", "VersionFile", "Event", "Audit"].map(async (table) => {
        const { rows } = await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}"`);
        return [table, rows[0]?.n ?? 0] as const;
      }),
    );
  const before = Object.fromEntries(await count());
  for (const rows of Object.values(before)) expect(rows).toBeGreaterThan(0);
  await db.assignment.deleteMany({});
  await db.conversation.deleteMany({});
  await db.workspace.deleteMany({});
  expect(Object.fromEntries(await count())).toEqual({
    Version: 0,
    VersionFile: 0,
    Event: 0,
    Audit: before.Audit,
  });
});
