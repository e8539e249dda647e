import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { findMissingMigrations, migrationsFolder } from "./find-missing-migrations";

const { db, ownerUrl } = testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
const folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
beforeAll(() => owner.connect());
afterAll(async () => {
  await owner.end();
  rmSync(folder, { recursive: true });
});

describe("migrations that a database lacks", () => {
  it("are none once it is migrated, as the server's own role sees it", async () => {
    expect(await findMissingMigrations(db)).toEqual([]);
  });

  it("are named where this release has more, and not where the database has", async () => {
    mkdirSync(path.join(folder, "20261121110000_init"));
    expect(await findMissingMigrations(db, folder)).toEqual([]);
    mkdirSync(path.join(folder, "29990101000000_from_the_future"));
    expect(await findMissingMigrations(db, folder)).toEqual(["29990101000000_from_the_future"]);
  });

  it("are those that were begun and not ended, too", async () => {
    const init = "migration_name = '20261121110000_init'";
    await owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${init}`);
    expect(await findMissingMigrations(db, migrationsFolder)).toEqual(["20261121110000_init"]);
    await owner.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE ${init}`);
  });

  it("are not known to a role that may not look", async () => {
    await owner.query("REVOKE SELECT ON _prisma_migrations FROM greenroom_app");
    expect(await findMissingMigrations(db, folder)).toBeNull();
    await owner.query("GRANT SELECT ON _prisma_migrations TO greenroom_app");
  });

  it("are all of them where nothing was ever migrated", async () => {
    await owner.query("ALTER TABLE _prisma_migrations RENAME TO elsewhere");
    expect(await findMissingMigrations(db, folder)).toHaveLength(2);
    await owner.query("ALTER TABLE elsewhere RENAME TO _prisma_migrations");
  });
});
