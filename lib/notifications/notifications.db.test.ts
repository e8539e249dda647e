import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { subscribe } from "@/lib/db/bus";
import { encodeCursor } from "@/lib/db/cursor";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { markAllRead, markNotification, notifyPeople } from "./commands";
import { countUnread, listNotifications } from "./queries";

const { db } = testDatabase();

const skill = { id: crypto.randomUUID(), name: "release-notes" };
const published = (version: number) => ({ kind: "published" as const, data: { skill, version } });

const tell = (from: Context, people: readonly Context[], version = 1, dedupeKey?: string) =>
  db.$transaction((tx) =>
    notifyPeople(
      { ...from, db: tx },
      {
        ...published(version),
        to: people.map(({ actor }) => actor.userId),
        ...(dedupeKey ? { dedupeKey } : {}),
      },
    ),
  );

const versionsIn = async (context: Context, options: Parameters<typeof listNotifications>[1] = {}) => {
  const { items, nextCursor } = await listNotifications(context, options);
  return {
    versions: items.map(({ notice }) => (notice.kind === "published" ? notice.data.version : 0)),
    nextCursor,
  };
};

describe("who is told", () => {
  it("tells members, but not who did it, machines, and people who are not in the workspace", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const machine = await aColleague(ines, "author");
    await db.user.update({ where: { id: machine.actor.userId }, data: { isMachine: true } });
    const stranger = await aContext(db);
    expect(await tell(ines, [ines, tom, tom, machine, stranger])).toEqual([tom.actor.userId]);
    expect((await listNotifications(tom, {})).items).toMatchObject([
      {
        actor: { id: ines.actor.userId, name: ines.actor.name },
        notice: { kind: "published", data: { skill, version: 1, note: "", review: null } },
        readAt: null,
      },
    ]);
    expect(await db.notification.count({ where: { workspaceId: ines.workspace.id } })).toBe(1);
  });

  it("tells the same thing once, however many servers say it at once", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const told = await Promise.all(Array.from({ length: 20 }, () => tell(ines, [tom], 1, "the-same")));
    expect(told.flat()).toEqual([tom.actor.userId]);
    expect(await countUnread(tom)).toEqual({ unread: 1 });
  });

  it("keeps one workspace's keys of repetition apart from another's", async () => {
    const ines = await aContext(db);
    const other = await aContext(db);
    await db.member.create({
      data: { workspaceId: other.workspace.id, userId: ines.actor.userId, role: "viewer" },
    });
    const tom = await aColleague(ines, "viewer");
    expect(await tell(tom, [ines], 1, "key")).toHaveLength(1);
    expect(await tell(other, [ines], 1, "key")).toHaveLength(1);
    expect((await listNotifications(ines, {})).items).toHaveLength(1);
  });

  it("is undone with what it tells", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    await expect(
      db.$transaction(async (tx) => {
        await notifyPeople({ ...ines, db: tx }, { ...published(1), to: [tom.actor.userId] });
        throw new Error("the publish fell through");
      }),
    ).rejects.toThrow("fell through");
    expect(await countUnread(tom)).toEqual({ unread: 0 });
  });

  it("rings for each person who was told, and for nobody else", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const rung: string[] = [];
    const listening = Promise.withResolvers<void>();
    subscribe("inbox", ({ userId }) => rung.push(userId), listening.resolve);
    await listening.promise;
    await tell(ines, [ines, tom]);
    await expect.poll(() => rung).toEqual([tom.actor.userId]);
  });

  it("keeps a comment to one line of words", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    await db.$transaction((tx) =>
      notifyPeople(
        { ...ines, db: tx },
        {
          kind: "mentioned",
          data: {
            thread: crypto.randomUUID(),
            excerpt: `@[Tom](${tom.actor.userId})\n\nlook:  ${"long ".repeat(99)}`,
          },
          to: [tom.actor.userId],
        },
      ),
    );
    const [line] = (await listNotifications(tom, {})).items;
    const excerpt = line?.notice.kind === "mentioned" ? line.notice.data.excerpt : "";
    expect(excerpt).toMatch(/^@Tom look: long long .*…$/);
    expect([...excerpt].length).toBeLessThanOrEqual(200);
  });
});

describe("an inbox", () => {
  it("lists the newest first, page by page", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    for (const version of [1, 2, 3]) await tell(ines, [tom], version);
    const first = await versionsIn(tom, { limit: 2 });
    expect(first.versions).toEqual([3, 2]);
    expect(await versionsIn(tom, { limit: 2, cursor: first.nextCursor ?? "" })).toEqual({
      versions: [1],
      nextCursor: null,
    });
  });

  it("lists what has not been read before the rest when asked so, over the edge of a page", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    for (const version of [1, 2, 3, 4]) await tell(ines, [tom], version);
    const { items } = await listNotifications(tom, {});
    for (const place of [0, 2])
      await markNotification(tom, { notification: items[place]?.id ?? "", read: true });
    const first = await versionsIn(tom, { unreadFirst: "true", limit: 3 });
    expect(first.versions).toEqual([3, 1, 4]);
    expect(
      (await versionsIn(tom, { unreadFirst: "true", limit: 3, cursor: first.nextCursor ?? "" })).versions,
    ).toEqual([2]);
    expect((await versionsIn(tom, { unread: "true" })).versions).toEqual([3, 1]);
  });

  it("marks one as read and as unread again, and all that was seen", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    for (const version of [1, 2, 3]) await tell(ines, [tom], version);
    const { items } = await listNotifications(tom, {});
    const [newest, middle] = items;
    await markNotification(tom, { notification: newest?.id ?? "", read: true });
    expect(await countUnread(tom)).toEqual({ unread: 2 });
    await markNotification(tom, { notification: newest?.id ?? "", read: false });
    expect(await countUnread(tom)).toEqual({ unread: 3 });
    await markAllRead(tom, { upTo: middle?.id ?? "" });
    expect((await versionsIn(tom, { unread: "true" })).versions).toEqual([3]);
    await markAllRead(tom, {});
    expect(await countUnread(tom)).toEqual({ unread: 0 });
  });

  it("marks what is about one review or one import as read, and nothing else", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    await tell(ines, [tom]);
    for (const number of [1, 2])
      await db.$transaction((tx) =>
        notifyPeople(
          { ...ines, db: tx },
          {
            kind: "review-asked",
            data: { review: { number, title: "Shorter" }, skill },
            to: [tom.actor.userId],
          },
        ),
      );
    const ofImport = crypto.randomUUID();
    const imported = { sources: ["a.zip"], outcome: "done" as const, stored: 1, failed: 0 };
    await db.$transaction((tx) =>
      notifyPeople(
        { ...ines, actor: null, db: tx },
        { kind: "import-finished", data: { import: ofImport, ...imported }, to: [tom.actor.userId] },
      ),
    );
    const kindsLeft = async () =>
      (await listNotifications(tom, { unread: "true" })).items.map(({ notice }) => notice.kind);
    await markAllRead(tom, { review: 2 });
    expect(await kindsLeft()).toEqual(["import-finished", "review-asked", "published"]);
    await markAllRead(tom, { review: 7 });
    await markAllRead(tom, { import: ofImport });
    expect(await kindsLeft()).toEqual(["review-asked", "published"]);
  });

  it("is nobody else's: neither a colleague's nor another workspace's line can be marked", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    await tell(ines, [tom]);
    const [line] = (await listNotifications(tom, {})).items;
    const elsewhere: Context = { ...tom, workspace: (await aContext(db)).workspace };
    for (const asker of [ines, elsewhere])
      await expect(
        markNotification(asker, { notification: line?.id ?? "", read: true }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await markAllRead(ines, {});
    expect(await countUnread(tom)).toEqual({ unread: 1 });
  });

  it("calls a skill by the name it has now", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const row = await db.skill.create({
      data: {
        workspaceId: ines.workspace.id,
        name: "new-name",
        nameKey: "new-name",
        createdById: ines.actor.userId,
      },
    });
    await db.$transaction((tx) =>
      notifyPeople(
        { ...ines, db: tx },
        {
          kind: "published",
          data: { skill: { id: row.id, name: "old-name" }, version: 1 },
          to: [tom.actor.userId],
        },
      ),
    );
    expect((await listNotifications(tom, {})).items).toMatchObject([
      { notice: { data: { skill: { name: "new-name" } } } },
    ]);
  });

  it("refuses a cursor of another list in words", async () => {
    const ines = await aContext(db);
    for (const cursor of ["nonsense", encodeCursor(["read", crypto.randomUUID()])])
      await expect(listNotifications(ines, { cursor })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
