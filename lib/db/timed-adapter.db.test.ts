import { describe, expect, it } from "vitest";
import { metrics } from "@/lib/platform/metrics";
import { testDatabase } from "@/lib/testing/database";
import { readMetrics } from "@/lib/testing/read-metrics";
import { poolOf, poolsOf } from "./client";
import { queryBytes } from "./query-bytes";

const { db } = testDatabase();
const statements = async () =>
  readMetrics(await metrics().registry.metrics()).value("greenroom_database_query_duration_seconds");

describe("the time of statements", () => {
  it("is counted for each: of models, of SQL, within a transaction, and of those that fail", async () => {
    const before = await statements();
    await db.workspace.count();
    await db.$queryRaw`SELECT 1`;
    await db.$executeRaw`SELECT 1`;
    await db.$transaction((tx) => tx.workspace.count());
    await expect(db.$queryRaw`SELECT nothing_of_that_name`).rejects.toThrow("nothing_of_that_name");
    expect((await statements()) - before).toBeGreaterThanOrEqual(5);
  });

  it("is counted of what goes past Prisma, too", async () => {
    const pool = poolOf(db);
    if (!pool) throw new Error("no pool");
    const before = await statements();
    await queryBytes(pool, { text: "SELECT 1" });
    expect((await statements()) - before).toBe(1);
  });

  it("leaves transactions as they are: what fails in one is taken back", async () => {
    const slug = "never-there";
    const failing = db.$transaction(async (tx) => {
      await tx.workspace.create({ data: { slug, name: "Never" } });
      throw new Error("and now this");
    });
    await expect(failing).rejects.toThrow("and now this");
    expect(await db.workspace.count({ where: { slug } })).toBe(0);
  });
});

describe("the pools of a database", () => {
  it("are its own, and the one for long work once there was any", () => {
    expect(poolsOf(db).map(({ name }) => name)).toEqual(["requests"]);
  });
});
