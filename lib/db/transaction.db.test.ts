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
    inTransaction({ db }, async (context) => {
      await lock(context.db, first);
      holding += 1;
      if (holding === 2) bothHold.resolve();
      await bothHold.promise;
      await lock(context.db, second);
    });
  await Promise.all([inOrder(one, other), inOrder(other, one)]);
  expect(holding).toBe(3);
});

it("says that it is busy, and has written nothing, when it waited for another longer than it may", async () => {
  const { userId } = (await aPerson(db)).actor;
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holder = inTransaction({ db }, async (context) => {
    await lock(context.db, userId);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const waiting = inTransaction(
    { db },
    async (context) => {
      await context.db.user.create({ data: { name: "Late", email: "late@example.com", isOperator: false } });
      await lock(context.db, userId);
      await context.db.user.count();
    },
    { timeoutMs: 50 },
  );
  const refusal = expect(waiting).rejects.toMatchObject({ code: "UNAVAILABLE" });
  // The lock is given back only when the other's time is over.
  await new Promise((resolve) => setTimeout(resolve, 300));
  released.resolve();
  await holder;
  await refusal;
  expect(await db.user.count({ where: { email: "late@example.com" } })).toBe(0);
});

it("inside another transaction belongs to it: it goes with it, and alone when it fails alone", async () => {
  const nameOf = async (id: string) => (await db.user.findUniqueOrThrow({ where: { id } })).name;
  const { userId: id } = (await aPerson(db, { name: "Before" })).actor;
  const rename = (tx: Tx, name: string) => tx.user.update({ where: { id }, data: { name } });

  await inTransaction({ db }, async (context) => {
    await inTransaction(context, (context) => rename(context.db, "Kept"));
    const failing = inTransaction(context, async (context) => {
      await rename(context.db, "Lost");
      throw new Error("The inner one fails.");
    });
    await expect(failing).rejects.toThrow("The inner one fails.");
  });
  expect(await nameOf(id)).toBe("Kept");

  const takenBack = inTransaction({ db }, async (context) => {
    await inTransaction(context, (context) => rename(context.db, "Taken back"));
    throw new Error("The outer one fails.");
  });
  await expect(takenBack).rejects.toThrow("The outer one fails.");
  expect(await nameOf(id)).toBe("Kept");
});
