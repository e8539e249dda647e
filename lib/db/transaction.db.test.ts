import { expect, it } from "vitest";
import { aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import type { Tx } from "./client";
import { inTransaction } from "./transaction";

const { db } = testDatabase();

const lock = (tx: Tx, userId: string) =>
  tx.$queryRaw`SELECT 1 AS held FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`;

it("two transactions that wait for each other in SQL of our own both succeed: one of them at the second attempt", async () => {
  const [one, other] = [(await aPerson(db)).actor.userId, (await aPerson(db)).actor.userId];
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const inOrder = (first: string, second: string) =>
    inTransaction(db, async (tx) => {
      await lock(tx, first);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await lock(tx, second);
    });
  await Promise.all([inOrder(one, other), inOrder(other, one)]);
  expect(holding).toBe(3);
});
