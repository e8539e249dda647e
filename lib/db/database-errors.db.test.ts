import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { inWords } from "./database-errors";
import { troubleOf } from "./database-trouble";
import { inTransaction } from "./transaction";

const { db, ownerUrl } = testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
beforeAll(async () => {
  await owner.connect();
  await owner.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = TG_ARGV[0]; END $$`);
});
afterAll(() => owner.end());

const email = "ines@example.com";
const ways = {
  "in a transaction": () =>
    inTransaction({ db }, ({ db }) => db.user.create({ data: { name: "Ines", email, isOperator: false } })),
  "outside of one": () => db.user.create({ data: { name: "Ines", email, isOperator: false } }),
  "in SQL of our own": () =>
    db.$executeRaw`INSERT INTO "User" (id, name, email, "updatedAt") VALUES (gen_random_uuid(), 'I', ${email}, now())`,
};

/** What somebody is told who makes an account while every insert fails with this SQLSTATE, whichever way. */
async function refusalsWith(state: string): Promise<unknown[]> {
  await owner.query(
    `CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION refuse('${state}')`,
  );
  const told: unknown[] = [];
  for (const work of Object.values(ways))
    told.push(
      await work().then(
        () => "done",
        (error: unknown) => inWords(error),
      ),
    );
  await owner.query(`DROP TRIGGER refuse ON "User"`);
  return told;
}

describe("a database that cannot work", () => {
  it.each([
    ["53100", { code: "STORAGE_FULL", status: 507, retryAfterSeconds: 60 }],
    ["25006", { code: "UNAVAILABLE", status: 503, retryAfterSeconds: 30 }],
    ["53200", { code: "UNAVAILABLE", status: 503, retryAfterSeconds: 5 }],
    ["57P03", { code: "UNAVAILABLE", status: 503, retryAfterSeconds: 10 }],
    ["08006", { code: "UNAVAILABLE", status: 503, retryAfterSeconds: 10 }],
  ])("says what it lacks, whichever way it is asked: %s", async (state, expected) => {
    expect(await refusalsWith(state)).toMatchObject([expected, expected, expected]);
  });

  it("says of a full disk what it is and who can do something", async () => {
    const words = /disk of the database is full.*operator has to make room/;
    for (const told of await refusalsWith("53100"))
      expect(told).toMatchObject({ message: expect.stringMatching(words) });
  });
});

describe("everything else", () => {
  it("stays the error that it is", async () => {
    const unique = await db.user.findUniqueOrThrow({ where: { email: "nobody@example.com" } }).catch(inWords);
    expect(unique).toMatchObject({ code: "P2025" });
    for (const error of [new Error("x"), { code: "ENOSPC" }, null, undefined, "53100"]) {
      expect(troubleOf(error)).toBeNull();
      expect(inWords(error)).toBe(error);
    }
  });

  it("is not taken for the database's because a system call has the same code", () => {
    const refused = Object.assign(new Error("connect"), { code: "57014" });
    expect(troubleOf(refused)).toBeNull();
  });
});
