import { describe, expect, it } from "vitest";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { listSkills } from "@/lib/library/list-skills";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { plain, store, upload, zipOf } from "@/lib/testing/uploads";
import { cancelImport } from "./commands/cancel-import";
import { retainImports } from "./commands/retain-imports";
import { storeImport } from "./commands/store-import";
import { storeItems } from "./commands/store-items";
import { followImport } from "./follow-import";
import { getImport } from "./get-import";

const { db } = testDatabase();

describe("an import that ends early", () => {
  it("stores nothing more after it was cancelled, and says so of every item", async () => {
    const context = await aContext(db);
    const found = await upload(context, { "a.zip": await zipOf({ one: plain("one") }) });
    expect(await cancelImport(context, { id: found.id })).toMatchObject({ state: "cancelled" });
    await expect(storeImport(context, { id: found.id })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(cancelImport(context, { id: found.id })).rejects.toMatchObject({ code: "CONFLICT" });
    const { items } = await getImport(context, { id: found.id });
    expect(items).toMatchObject([{ state: "skipped", message: "Cancelled." }]);
    expect(await listSkills(context, {})).toMatchObject({ total: 0 });
  });

  it("stops between two skills when it is cancelled while storing: each is whole or not there", async () => {
    const context = await aContext(db);
    const names = Array.from({ length: 60 }, (_, n) => `many-${n}`);
    const folders = Object.fromEntries(names.map((name) => [name, { ...plain(name), "x.md": name }]));
    const { id } = await upload(context, { "a.zip": await zipOf(folders) });
    await storeImport(context, { id });
    for await (const { progress } of await followImport(context, { id }, new AbortController().signal))
      if (progress.done > 0) break;
    await cancelImport(context, { id });
    const { state, report } = await getImport(context, { id });
    expect(state).toBe("cancelled");
    expect(report.stored + report.skipped).toBe(60);
    const { total } = await listSkills(context, {});
    expect(total).toBe(report.stored);
    const drafts = await db.draft.findMany({
      where: { workspaceId: context.workspace.id },
      include: { _count: { select: { files: true } } },
    });
    expect(drafts.every((draft) => draft._count.files === 2)).toBe(true);
  });

  it("stores nothing more for somebody who was removed meanwhile, and says why", async () => {
    const owner = await aContext(db);
    const context = await aColleague(owner, "author");
    const { id } = await upload(context, { "a.zip": await zipOf({ one: plain("one") }) });
    // As it is between two items.
    await db.import.update({ where: { id }, data: { state: "storing" } });
    await db.importItem.updateMany({
      where: { importId: id },
      data: { choice: "create", state: "waiting" },
    });
    await removeMember(owner, { member: context.actor.userId });
    await storeItems(context, id);
    expect((await getImport(owner, { id })).items).toMatchObject([
      { state: "failed", message: "You are no longer a member of this workspace." },
    ]);
    expect(await listSkills(owner, {})).toMatchObject({ total: 0 });
  });

  it("tells whoever started it when it is done, and nobody of one that was cancelled", async () => {
    const context = await aContext(db);
    await aColleague(context, "owner");
    const cancelled = await upload(context, { "no.zip": await zipOf({ none: plain("none") }) });
    await cancelImport(context, { id: cancelled.id });
    const { id } = await upload(context, { "a.zip": await zipOf({ one: plain("one"), two: plain("two") }) });
    await store(context, id);
    const lines = await db.notification.findMany({ where: { workspaceId: context.workspace.id } });
    expect(lines).toMatchObject([
      {
        userId: context.actor.userId,
        actorId: null,
        kind: "import-finished",
        data: { import: id, sources: ["a.zip"], outcome: "done", stored: 2, failed: 0 },
      },
    ]);
  });

  it("goes on with what still waits after its server was gone", async () => {
    const context = await aContext(db);
    const found = await upload(context, {
      "a.zip": await zipOf({ one: plain("one"), two: plain("two"), three: plain("three") }),
    });
    // What a killed server leaves behind: the state, a lease that nobody renews, one of three stored.
    const [first, ...rest] = found.items;
    await db.import.update({
      where: { id: found.id },
      data: { state: "storing", leaseUntil: new Date(Date.now() - 1) },
    });
    const open = { choice: "create", state: "waiting" } as const;
    await db.importItem.updateMany({ where: { id: { in: rest.map(({ id }) => id) } }, data: open });
    await db.importItem.update({ where: { id: first?.id ?? "" }, data: { state: "stored" } });
    const interrupted = await getImport(context, { id: found.id });
    expect(interrupted).toMatchObject({ state: "interrupted", report: { stored: 1, waiting: 2 } });
    expect(interrupted.error).toContain("still waiting");
    const done = await store(context, found.id);
    expect(done).toMatchObject({ state: "done", report: { stored: 3, waiting: 0 } });
    expect((await listSkills(context, { sort: "name" })).items.map(({ name }) => name)).toEqual([
      "three",
      "two",
    ]);
  });

  it("must be uploaded again when its server was gone while reading", async () => {
    const context = await aContext(db);
    const { id } = await upload(context, { "a.zip": await zipOf({ one: plain("one") }) });
    await db.import.update({
      where: { id },
      data: { state: "reading", leaseUntil: new Date(Date.now() - 1) },
    });
    expect(await getImport(context, { id })).toMatchObject({ state: "interrupted" });
    await expect(storeImport(context, { id })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("retainImports", () => {
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000);

  it("lets staged files go after a day and their blobs with them, and keeps what is in use", async () => {
    const context = await aContext(db);
    const body = `Only staged ${crypto.randomUUID()}.\n`;
    const stored = await upload(context, { "a.zip": await zipOf({ kept: plain("kept") }) });
    await store(context, stored.id);
    const found = await upload(context, { "b.zip": await zipOf({ staged: plain("staged", body) }) });
    const hashes = await db.importFile.findMany({ where: { itemId: found.items[0]?.id ?? "" } });
    await retainImports({ db }, new Date());
    expect(await getImport(context, { id: found.id })).toMatchObject({ state: "ready" });
    expect(await retainImports({ db }, days(2))).toBeGreaterThan(0);
    expect(await getImport(context, { id: found.id })).toMatchObject({ state: "cancelled" });
    expect(await db.blob.count({ where: { sha256: { in: hashes.map(({ sha256 }) => sha256) } } })).toBe(0);
    expect((await getDraft(context, { skill: "kept" })).files).toHaveLength(1);
    expect(await getImport(context, { id: stored.id })).toMatchObject({ report: { stored: 1 } });
    await retainImports({ db }, days(40));
    await expect(getImport(context, { id: stored.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("takes nothing away from writers that are at work", async () => {
    const context = await aContext(db);
    const cleaning = Array.from({ length: 6 }, () => retainImports({ db }, days(2)));
    const names = Array.from({ length: 12 }, (_, n) => `busy-${n}`);
    await Promise.all([
      ...names.map((name) => aPackage(context, { name, files: { "x.md": name } })),
      ...cleaning,
    ]);
    for (const skill of names) expect((await getDraft(context, { skill })).files).toHaveLength(2);
  });
});
