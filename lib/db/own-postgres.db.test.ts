import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { migrate } from "../../scripts/database/migrate.mjs";

const { ownerUrl } = testDatabase();
const dir = path.join(import.meta.dirname, "../../prisma/migrations");
const suffix = randomUUID().slice(0, 8);
const role = `owner_${suffix}`;
const database = `test_${process.pid}_own_${suffix}`;

/** The same server, as somebody else or elsewhere. */
function urlOf({ name = database, as }: { name?: string; as?: string } = {}): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  if (as) Object.assign(url, { username: as, password: "ordinary" });
  return url.href;
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await run(
    ownerUrl,
    `CREATE ROLE ${role} LOGIN PASSWORD 'ordinary'`,
    `CREATE DATABASE ${database} OWNER ${role}`,
  );
});
afterAll(async () => {
  await run(ownerUrl, `DROP DATABASE ${database} WITH (FORCE)`, `DROP ROLE ${role}`);
});

describe("a Postgres of one's own, whose owner is no superuser", () => {
  it("takes every migration, and a second start finds nothing to do", async () => {
    expect((await migrate({ url: urlOf({ as: role }), dir })).length).toBeGreaterThan(0);
    expect(await migrate({ url: urlOf({ as: role }), dir })).toEqual([]);
  });

  it("lets old audit rows go by the function alone", async () => {
    const client = new pg.Client({ connectionString: urlOf({ as: role }) });
    await client.connect();
    try {
      const workspace = randomUUID();
      await client.query(
        `INSERT INTO "Workspace" (id, slug, name, "updatedAt") VALUES ($1, 'old', 'Old', now())`,
        [workspace],
      );
      await client.query(
        `INSERT INTO "Audit" ("workspaceId", "actorName", action, "objectType", "objectId", "objectName", "traceId", "at")
         VALUES ($1, 'Ines', 'x', 'workspace', 'x', 'x', 'x', now() - interval '40 days')`,
        [workspace],
      );
      const { rows } = await client.query(
        "SELECT greenroom_retain_audit($1, 30, NULL, 'Ines', 'x', NULL) AS count",
        [workspace],
      );
      expect(rows).toEqual([{ count: 1 }]);
      await expect(client.query(`DELETE FROM "Audit"`)).rejects.toThrow("append-only");
    } finally {
      await client.end();
    }
  });
});

it("refuses a database with an edited migration, and takes one that was mended for others", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const start = () => migrate({ url: urlOf({ as: role }), dir, log });
  await run(
    urlOf({ as: role }),
    `UPDATE _prisma_migrations SET checksum = 'c88d99a505bd8499d8360e035abc65766497d2e845f6e77761bea8d019eb2f06'
     WHERE migration_name = '20261121182000_audit_retention'`,
  );
  await start();
  expect(lines).toEqual([]);
  await run(
    urlOf({ as: role }),
    `UPDATE _prisma_migrations SET checksum = 'of-something-else' WHERE migration_name = '20261121110000_init'`,
  );
  await expect(start()).rejects.toThrow("another text of the migration 20261121110000_init");
});
