import pg from "pg";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { longWorkLimits, requestLimits } from "./bounded-pool";
import { createDatabase } from "./client";
import { hasLimitsOfRole, keepLimitsOfRole } from "./limits-of-role";

const { db, url, ownerUrl } = testDatabase();

async function asked<Row extends pg.QueryResultRow>(address: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
/** What a new connection of the role begins with, of which nothing is said when it is made. */
const beginning = (address = url) =>
  asked<{ name: string; setting: string }>(
    address,
    `SELECT name, setting FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout',
       'statement_timeout', 'transaction_timeout') ORDER BY name`,
  );
/** Rows of the catalogue: another transaction's number is what a second writing would show. */
const written = () =>
  asked<{ xmin: string }>(
    ownerUrl,
    "SELECT s.xmin::text FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE datname = current_database()",
  );
const inForce = [
  { name: "idle_in_transaction_session_timeout", setting: String(requestLimits.idleMs) },
  { name: "lock_timeout", setting: String(requestLimits.lockMs) },
  { name: "statement_timeout", setting: String(requestLimits.statementMs) },
  { name: "transaction_timeout", setting: String(requestLimits.transactionMs) },
];
const none = inForce.map(({ name }) => ({ name, setting: "0" }));

afterEach(() =>
  asked(ownerUrl, `ALTER ROLE greenroom_app IN DATABASE "${new URL(url).pathname.slice(1)}" RESET ALL`),
);

describe("the limits of a role", () => {
  it("are what each new connection begins with, for this role in this database alone", async () => {
    expect(await beginning()).toEqual(none);
    await keepLimitsOfRole(url);
    expect(await beginning()).toEqual(inForce);
    expect(await beginning(ownerUrl)).toEqual(none);
    const elsewhere = new URL(url);
    elsewhere.pathname = "/postgres";
    expect(await beginning(elsewhere.href)).toEqual(none);
  });

  it("are written by several servers at once, and once", async () => {
    await Promise.all(Array.from({ length: 6 }, () => keepLimitsOfRole(url)));
    const before = await written();
    expect(before).toHaveLength(1);
    await keepLimitsOfRole(url);
    expect(await written()).toEqual(before);
  });

  it("follow those of a later release", async () => {
    await keepLimitsOfRole(url);
    await keepLimitsOfRole(url, { ...requestLimits, lockMs: 9_000 });
    expect(await asked(url, "SHOW lock_timeout")).toEqual([{ lock_timeout: "9s" }]);
  });

  it("are written for a role of any name", async () => {
    const database = new URL(url).pathname.slice(1);
    const role = `Greenroom."App" ${process.pid}`;
    const quoted = pg.escapeIdentifier(role);
    await asked(ownerUrl, `CREATE ROLE ${quoted} LOGIN PASSWORD 'rehearse'`);
    onTestFinished(async () => {
      await asked(ownerUrl, `DROP ROLE ${quoted}`);
    });
    const address = new URL(ownerUrl);
    Object.assign(address, { username: encodeURIComponent(role), password: "rehearse" });
    onTestFinished(async () => {
      await asked(ownerUrl, `ALTER ROLE ${quoted} IN DATABASE ${pg.escapeIdentifier(database)} RESET ALL`);
    });
    await keepLimitsOfRole(address.href);
    const before = await written();
    await keepLimitsOfRole(address.href);
    expect(await written()).toEqual(before);
    expect(await beginning(address.href)).toEqual(inForce);
  });

  it("are known to be in force, or not yet", async () => {
    expect(await hasLimitsOfRole({ db })).toBe(true);
    const longer = createDatabase(url, longWorkLimits);
    onTestFinished(() => longer.$disconnect());
    expect(await hasLimitsOfRole({ db: longer })).toBe(false);
  });
});
