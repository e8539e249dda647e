import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { aPooler, hasPooler } from "@/lib/testing/servers/pooler";
import { setEnvironment } from "@/lib/testing/set-environment";
import { isRefusedByPooler } from "@/scripts/database/pooled-address.mjs";
import { longWorkLimits, requestLimits } from "./bounded-pool";
import { notify, subscribe } from "./bus";
import { createDatabase, database } from "./client";
import { hasLimitsOfRole, haveAllLimitsOfRole, keepLimitsOfRole } from "./limits-of-role";
import { inTransaction } from "./transaction";

const { url: directUrl, ownerUrl } = testDatabase();
/** As the role was before its servers were behind a pooler. */
async function withoutLimits(): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const name = pg.escapeIdentifier(client.database ?? "");
  await client.query(`ALTER ROLE greenroom_app IN DATABASE ${name} RESET ALL`).finally(() => client.end());
}
const workspaceId = "0190f7a0-0000-7000-8000-000000000001";

const pooler = hasPooler ? await aPooler(directUrl) : null;
if (pooler) setEnvironment({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: directUrl });
if (!hasPooler) console.info("PgBouncer is not installed: what works behind it is not tried");
describe.skipIf(!hasPooler)("behind PgBouncer, which pools by transaction", () => {
  beforeAll(() => keepLimitsOfRole(directUrl));
  afterAll(() => pooler?.stop());

  it("is said in its own words where it does not start", async () => {
    await expect(aPooler(directUrl, { connections: Number.NaN })).rejects.toThrow(/default_pool_size|NaN/);
  });

  it("is refused by it where nobody said what it is", async () => {
    const asPostgres = createDatabase(pooler?.url ?? "");
    await expect(asPostgres.$queryRaw`SELECT 1`).rejects.toSatisfy(isRefusedByPooler);
  });

  it("has the limits of requests, in statements and in transactions", async () => {
    expect(await hasLimitsOfRole({ db: database() })).toBe(true);
    expect(await inTransaction({ db: database() }, hasLimitsOfRole)).toBe(true);
  });

  it("finds the one connection from before that has none, although another is asked first", async () => {
    await withoutLimits();
    const before = await aPooler(directUrl, { connections: 4 });
    const db = createDatabase(before.url, requestLimits, directUrl);
    onTestFinished(async () => {
      await db.$disconnect();
      await before.stop();
    });
    await db.$queryRaw`SELECT 1`;
    await keepLimitsOfRole(directUrl);
    // Held for longer than the first one: what is free again last is what PgBouncer gives to the next.
    await Promise.all([db.$queryRaw`SELECT 1 FROM pg_sleep(0.1)`, db.$queryRaw`SELECT 1 FROM pg_sleep(0.6)`]);
    expect(await hasLimitsOfRole({ db })).toBe(true);
    expect(await haveAllLimitsOfRole({ db })).toBe(false);
    expect(await haveAllLimitsOfRole({ db: database() })).toBe(true);
  });

  it("does long work past it, with limits that nobody else gets", async () => {
    const during = await inTransaction(
      { db: database() },
      (context) => hasLimitsOfRole(context, longWorkLimits),
      { timeoutMs: 60_000 },
    );
    expect(during).toBe(true);
    const after = await Promise.all(Array.from({ length: 20 }, () => hasLimitsOfRole({ db: database() })));
    expect(after).not.toContain(false);
  });

  it("ends a statement that takes too long, in words", async () => {
    await expect(
      inTransaction({ db: database() }, async ({ db }) => {
        await db.$executeRaw`SET LOCAL statement_timeout = 50`;
        await db.$queryRaw`SELECT pg_sleep(5)`;
      }),
    ).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("answers many at once over two connections, each its own", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        at % 2 === 0
          ? database().$queryRaw<{ at: number }[]>`SELECT ${at}::int AS at`
          : inTransaction(
              { db: database() },
              ({ db }) => db.$queryRaw<{ at: number }[]>`SELECT ${at}::int AS at`,
            ),
      ),
    );
    expect(answers.flat().map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  });

  it("hears what is told through it", async () => {
    const heard = new Promise((resolve) => {
      const unsubscribe = subscribe(
        "agents",
        (message) => {
          unsubscribe();
          resolve(message.workspaceId);
        },
        () =>
          void inTransaction({ db: database() }, (context) =>
            notify(context, { topic: "agents", workspaceId }),
          ),
      );
    });
    expect(await heard).toBe(workspaceId);
  });
});
