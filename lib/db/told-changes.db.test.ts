import { beforeAll, expect, it, vi } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { hearsOthers, isTelling, notify, subscribe } from "./bus";
import { inTransaction } from "./transaction";

const { db } = testDatabase();

/** Longer than anything takes on a busy machine, and shorter than what was told is remembered. */
const heardBy = { timeout: 10_000 };

beforeAll(async () => {
  subscribe("library", () => {});
  await vi.waitFor(() => expect(hearsOthers()).toBe(true), heardBy);
});

/** A workspace that nobody has told of. */
function aWorkspace() {
  const workspaceId = crypto.randomUUID();
  return {
    tell: (context: Parameters<typeof notify>[0]) => notify(context, { topic: "library", workspaceId }),
    isTold: () => isTelling(["library"], workspaceId),
  };
}

const takenBack = new Error("It is taken back.");
const takeBack = () => Promise.reject(takenBack);

it("is telling of a change until it has heard of it", async () => {
  const { tell, isTold } = aWorkspace();
  await inTransaction({ db }, async (context) => {
    await tell(context);
    expect(isTold()).toBe(true);
  });
  await vi.waitFor(() => expect(isTold()).toBe(false), heardBy);
});

it("is telling of nothing once the transaction is rolled back", async () => {
  const { tell, isTold } = aWorkspace();
  const work = inTransaction({ db }, async (context) => {
    await tell(context);
    await takeBack();
  });
  await expect(work).rejects.toBe(takenBack);
  expect(isTold()).toBe(false);
});

it("is telling of nothing that a transaction within told of, once the outer one is rolled back", async () => {
  const { tell, isTold } = aWorkspace();
  const work = inTransaction({ db }, async (context) => {
    await inTransaction(context, (context) => inTransaction(context, tell));
    expect(isTold()).toBe(true);
    await takeBack();
  });
  await expect(work).rejects.toBe(takenBack);
  expect(isTold()).toBe(false);
});

it("is still telling of what the outer one told when one within is rolled back alone, and of what others told", async () => {
  const { tell, isTold } = aWorkspace();
  await inTransaction({ db }, async (context) => {
    await tell(context);
    const within = inTransaction(context, async (context) => {
      await tell(context);
      await takeBack();
    });
    await expect(within).rejects.toBe(takenBack);
    expect(isTold()).toBe(true);
    const other = inTransaction({ db }, async (context) => {
      await tell(context);
      await takeBack();
    });
    await expect(other).rejects.toBe(takenBack);
    expect(isTold()).toBe(true);
  });
  await vi.waitFor(() => expect(isTold()).toBe(false), heardBy);
});
