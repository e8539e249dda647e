import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { aPooler, hasPooler } from "@/lib/testing/servers/pooler";
import { setEnvironment } from "@/lib/testing/set-environment";
import { isRefusedByPooler } from "@/scripts/database/pooled-address.mjs";
import { longWorkLimits } from "./bounded-pool";
import { notify, subscribe } from "./bus";
import { createDatabase, database } from "./client";
import { hasLimitsOfRole, keepLimitsOfRole } from "./limits-of-role";
import { inTransaction } from "./transaction";

const { url: directUrl } = testDatabase();
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
