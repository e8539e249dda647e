import net from "node:net";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { BoundedPool, type ConnectionLimits, longWorkLimits, requestLimits } from "./bounded-pool";
import { createDatabase, type DatabaseContext, type Db, longWorkDatabase } from "./client";
import { inWords } from "./database-errors";
import { inTransaction } from "./transaction";

const { db, url, ownerUrl } = testDatabase();
const made: Db[] = [];
const limited = (limits: Partial<ConnectionLimits>, address = url): Db => {
  const client = createDatabase(address, { ...requestLimits, ...limits });
  made.push(client);
  return client;
};
afterEach(() => Promise.all(made.splice(0).map((client) => client.$disconnect())));

/** What the asker is told. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => inWords(error),
  );
const busy = { code: "UNAVAILABLE", status: 503, retryAfterSeconds: 5 };
const silent = { code: "UNAVAILABLE", status: 503, retryAfterSeconds: 10 };

type Shown = Record<string, string>;
async function settingsOf({ db: asked }: DatabaseContext): Promise<Shown> {
  const rows = await asked.$queryRaw<{ name: string; setting: string }[]>`
    SELECT name, setting FROM pg_settings WHERE name IN
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
const shown = ({ statementMs, lockMs, idleMs, transactionMs }: ConnectionLimits): Shown => ({
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(idleMs),
  transaction_timeout: String(transactionMs),
});

describe("every connection", () => {
  it("limits statements, waits and transactions", async () => {
    const each = await Promise.all(Array.from({ length: 8 }, () => settingsOf({ db })));
    for (const settings of each) expect(settings).toEqual(shown(requestLimits));
    expect(await inTransaction({ db }, settingsOf)).toEqual(shown(requestLimits));
  });

  it("for long work has limits of its own, and is none of those that requests need", async () => {
    expect(await inTransaction({ db }, settingsOf, { timeoutMs: 60_000 })).toEqual(shown(longWorkLimits));
    expect(longWorkDatabase(db)).toBe(longWorkDatabase(db));
    await longWorkDatabase(db).$disconnect();
  });

  it("is refused at once when enough others wait for one", async () => {
    const pool = new BoundedPool(url, { ...requestLimits, connections: 1, waiting: 2 });
    const first = await pool.connect();
    const waiting = [pool.query("SELECT 1"), pool.query("SELECT 1")];
    await expect(pool.query("SELECT 1")).rejects.toMatchObject({ code: "POOL_FULL" });
    await expect(pool.connect()).rejects.toMatchObject({ code: "POOL_FULL" });
    first.release();
    await Promise.all(waiting);
    await pool.end();
  });
});

describe("a statement that takes too long", () => {
  const running = async (): Promise<number> => {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`;
    return row?.count ?? 0;
  };

  it("ends in the database, and is told as a server that is busy", async () => {
    const client = limited({ statementMs: 200 });
    expect(await refusalOf(client.$queryRaw`SELECT 1 AS one FROM pg_sleep(20)`)).toMatchObject(busy);
    expect(await running()).toBe(0);
  });

  it("ends with the transaction that was given up", async () => {
    const client = limited({ transactionMs: 300 });
    const work = inTransaction({ db: client }, async ({ db }) => {
      for (let count = 0; count < 100; count += 1) await db.$queryRaw`SELECT 1 AS one FROM pg_sleep(0.1)`;
    });
    expect(await refusalOf(work)).toMatchObject(busy);
    await setTimeout(50);
    expect(await running()).toBe(0);
  });

  it("is told so when what it waits for is held by another", async () => {
    const { userId } = (await aPerson(db)).actor;
    const ended = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = inTransaction({ db }, async ({ db }) => {
      await db.$queryRaw`SELECT 1 AS held FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`;
      held.resolve();
      await ended.promise;
    });
    await held.promise;
    const client = limited({ lockMs: 100 });
    expect(
      await refusalOf(client.user.update({ where: { id: userId }, data: { name: "New" } })),
    ).toMatchObject(busy);
    ended.resolve();
    await holder;
  });

  it("gives its connection up where the database itself has stopped", async () => {
    const client = limited({ statementMs: 0 });
    // Without a limit of its own for the statement, only the grace is left.
    const startedAt = performance.now();
    expect(await refusalOf(client.$queryRaw`SELECT 1 AS one FROM pg_sleep(6)`)).toMatchObject(silent);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe("a database that takes no connection", () => {
  let address = "";
  // It accepts and says nothing, as a Postgres whose first process is stopped.
  const server = net.createServer(() => {});
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const bound = server.address();
    if (bound === null || typeof bound === "string") throw new Error("no port");
    address = `postgresql://a:b@127.0.0.1:${bound.port}/x`;
  });
  afterAll(() => server.close());

  it("is told in the time that a connection may take", async () => {
    const client = limited({ connectMs: 200 }, address);
    expect(await refusalOf(client.workspace.count())).toMatchObject(silent);
    expect(await refusalOf(inTransaction({ db: client }, ({ db }) => db.workspace.count()))).toMatchObject(
      silent,
    );
  });

  it("is told at once where nothing listens", async () => {
    const client = limited({}, "postgresql://a:b@127.0.0.1:1/x");
    expect(await refusalOf(client.workspace.count())).toMatchObject(silent);
  });

  it("is told where the database lets nobody in", async () => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
    const name = rows[0]?.name;
    await owner.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    expect(await refusalOf(limited({}).workspace.count())).toMatchObject(busy);
    await owner.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    await owner.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
    expect(await refusalOf(limited({}).workspace.count())).toMatchObject(silent);
    await owner.query(`GRANT CONNECT ON DATABASE ${name} TO PUBLIC`);
    await owner.end();
  });

  it("is told where all connections are taken", async () => {
    const client = limited({ connections: 1, connectMs: 200 });
    await expect.poll(() => refusalOf(client.workspace.count())).toBe("done"); // the one connection stands
    const held = Promise.withResolvers<void>();
    const holder = inTransaction({ db: client }, async () => {
      held.resolve();
      await setTimeout(600);
    });
    await held.promise;
    expect(await refusalOf(client.workspace.count())).toMatchObject(busy);
    await holder;
  });

  it("is told where it ended in the middle of a statement", async () => {
    const client = limited({});
    const work = refusalOf(client.$queryRaw`SELECT 1 AS ended FROM pg_sleep(5)`);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await expect
      .poll(async () => {
        const { rowCount } = await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND query LIKE '%AS ended%' AND pid <> pg_backend_pid()`,
        );
        return rowCount;
      })
      .toBe(1);
    await owner.end();
    expect(await work).toMatchObject(silent);
  });
});
