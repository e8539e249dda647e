import net from "node:net";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { requestLimits } from "./bounded-pool";
import { createDatabase, type Db } from "./client";
import { inWords } from "./database-errors";
import { checkDatabase } from "./database-health";
import { lastTrouble } from "./database-trouble";

const { db, url, ownerUrl } = testDatabase();
const made: Db[] = [];
const databaseAt = (address: string, limits = {}): Db => {
  const client = createDatabase(address, { ...requestLimits, ...limits });
  made.push(client);
  return client;
};
const forget = () => {
  globalThis.greenroomHealthChecks = undefined;
  lastTrouble.forgetRefusedWrite();
};
beforeEach(forget);
afterEach(async () => {
  forget();
  await Promise.all(made.splice(0).map((client) => client.$disconnect()));
});

const unhealthy = (reason: string) => ({ ok: false, reason });

describe("the health of the database", () => {
  it("is fine while it answers, and asks it once however many ask", async () => {
    // On a busy machine two hundred answers may take the second that one is kept for.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const all = await Promise.all(Array.from({ length: 200 }, () => checkDatabase(db, null)));
    expect(new Set(all.map(({ ok }) => ok))).toEqual(new Set([true]));
    // A second later the answer is another one; until then it is this one, whatever has happened.
    expect(await checkDatabase(databaseAt("postgresql://a:b@127.0.0.1:1/x"), null)).toEqual({ ok: true });
    clock.mockRestore();
  });

  it("is asked again at once when a call has met trouble since", async () => {
    const gone = databaseAt("postgresql://a:b@127.0.0.1:1/x");
    expect(await checkDatabase(db, null)).toEqual({ ok: true });
    const failure = await gone.$queryRaw`SELECT 1`.catch((error: unknown) => error);
    inWords(failure);
    expect(await checkDatabase(gone, null)).toEqual(unhealthy("no-answer"));
    // A bad answer is kept its second: who is in trouble is not asked more often for it.
    inWords(failure);
    expect(await checkDatabase(db, null)).toEqual(unhealthy("no-answer"));
  });

  it("is bad where nothing listens, and where nobody answers within two seconds", async () => {
    expect(await checkDatabase(databaseAt("postgresql://a:b@127.0.0.1:1/x"), null)).toEqual(
      unhealthy("no-answer"),
    );
    forget();
    const silent = net.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const bound = silent.address();
    if (bound === null || typeof bound === "string") throw new Error("no port");
    const startedAt = performance.now();
    const health = await checkDatabase(databaseAt(`postgresql://a:b@127.0.0.1:${bound.port}/x`), null);
    expect(health).toEqual(unhealthy("no-answer"));
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    silent.close();
  });

  it("is bad while every connection is taken", async () => {
    // The time for a connection holds for making one too, which takes longer than waiting on a busy machine.
    const one = databaseAt(url, { connections: 1, connectMs: 1_500 });
    const held = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const holder = one.$transaction(async () => {
      held.resolve();
      await looked.promise;
    });
    await Promise.race([held.promise, holder]);
    expect(await checkDatabase(one, null)).toEqual(unhealthy("busy"));
    looked.resolve();
    await holder;
  });

  it("is bad where nothing may be written", async () => {
    const address = new URL(url);
    address.searchParams.set("options", "-c default_transaction_read_only=on");
    expect(await checkDatabase(databaseAt(address.href), null)).toEqual(unhealthy("read-only"));
  });

  it("is bad where the folder of the embedded database has no room", async () => {
    // No file system of its own, and never room in it.
    expect(await checkDatabase(db, "/proc")).toEqual(unhealthy("disk-full"));
    forget();
    expect(await checkDatabase(db, "/there/is/no/such/folder")).toEqual({ ok: true });
  });
});

describe("a write that was refused because the disk is full", () => {
  it("counts until a write goes through again", async () => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query(`CREATE FUNCTION no_room() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
    await owner.query("CREATE EVENT TRIGGER no_room ON ddl_command_start EXECUTE FUNCTION no_room()");
    const refused = await db.$executeRaw`CREATE TEMP TABLE a (b int)`.catch((error: unknown) => error);
    expect(inWords(refused)).toMatchObject({ code: "STORAGE_FULL" });
    expect(await checkDatabase(db, null)).toEqual(unhealthy("disk-full"));
    globalThis.greenroomHealthChecks = undefined;
    expect(await checkDatabase(db, null)).toEqual(unhealthy("disk-full"));
    await owner.query("DROP EVENT TRIGGER no_room");
    await owner.end();
    globalThis.greenroomHealthChecks = undefined;
    expect(await checkDatabase(db, null)).toEqual({ ok: true });
    expect(lastTrouble.refusedWrite()).toBeNull();
  });

  it("says nothing against a role that may make no such table", async () => {
    lastTrouble.note("full");
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const { rows } = await owner.query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
    await owner.query(`REVOKE TEMPORARY ON DATABASE ${rows[0]?.name} FROM PUBLIC`);
    expect(await checkDatabase(db, null)).toEqual({ ok: true });
    await owner.query(`GRANT TEMPORARY ON DATABASE ${rows[0]?.name} TO PUBLIC`);
    await owner.end();
  });

  it("is of room and of read-only databases, not of those that are slow", () => {
    lastTrouble.note("slow");
    lastTrouble.note("unreachable");
    expect(lastTrouble.refusedWrite()).toBeNull();
    lastTrouble.note("read-only");
    expect(lastTrouble.refusedWrite()).toBe("read-only");
  });
});
