import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "./database";

const { db, url } = testDatabase();

describe("the app's database role", () => {
  const app = new pg.Client({ connectionString: url });
  beforeAll(() => app.connect());
  afterAll(() => app.end());

  it("reads and writes through Prisma", async () => {
    const instance = await db.instance.findUniqueOrThrow({ where: { id: "instance" } });
    expect(instance.claimedAt).toBeNull();
  });

  it.each(["Version", "VersionFile", "Event", "Audit", "AgentRevision"])(
    "may add rows to %s but neither change nor remove them",
    async (table) => {
      const { rows } = await app.query(
        `SELECT has_table_privilege(current_user, $1, 'INSERT') AS insert,
                has_table_privilege(current_user, $1, 'UPDATE') AS update,
                has_table_privilege(current_user, $1, 'DELETE') AS delete,
                has_table_privilege(current_user, $1, 'TRUNCATE') AS truncate`,
        [`"${table}"`],
      );
      expect(rows).toEqual([{ insert: true, update: false, delete: false, truncate: false }]);
    },
  );

  it("does not own the schema", async () => {
    await expect(app.query('DROP TABLE "Audit"')).rejects.toThrow(/must be owner/);
  });
});
