import { describe, expect, it } from "vitest";
import { listNotifications } from "@/lib/notifications/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { aWebServer } from "@/lib/testing/servers/web-server";
import { plain, zipOf } from "@/lib/testing/uploads";
import { createSource } from "./commands/create-source";
import { editSource } from "./commands/edit-source";
import { removeSource } from "./commands/remove-source";
import { syncDueSources } from "./commands/sync-due-sources";
import { syncSource } from "./commands/sync-source";

allowLocalServers();
const { db } = testDatabase();
const hourMs = 60 * 60_000;
/** A clock that is moved by hand, each test after the others' schedules. */
let base = Date.parse("2031-01-01T00:00:00Z");

/** An archive that an admin syncs every hour, and what the inbox of an admin has of it. */
async function aScheduledSource(more: { asksReview?: boolean } = {}) {
  base += 365 * 24 * hourMs;
  let at = base;
  const now = () => new Date(at);
  await db.source.updateMany({ data: { nextAt: null } });
  const context = await aContext(db, { now });
  const admin = { ...(await aColleague(context, "admin")), now };
  const { origin, pages } = await aWebServer({
    "/a.zip": await zipOf({ pdf: plain("pdf"), notes: plain("notes") }),
  });
  const { id } = await createSource(admin, {
    kind: "archive",
    name: "Team",
    url: `${origin}/a.zip`,
    everyMinutes: 60,
    ...more,
  });
  const look = async () => {
    await syncDueSources({ db }, now);
    at += hourMs;
  };
  const told = async (who = admin) =>
    (await listNotifications(who, {})).items
      .map(({ notice }) => notice)
      .filter(({ kind }) => kind !== "review-asked");
  return { context, admin, id, pages, look, told };
}

describe("whoever keeps a source is told", () => {
  it("of a failure once, however often it comes, and again after a sync that worked", async () => {
    const { context, id, pages, look, told } = await aScheduledSource();
    const right = pages["/a.zip"] ?? "";
    delete pages["/a.zip"];
    await look();
    await look();
    const failed = { kind: "source-failed", data: { source: { id, name: "Team" }, failure: "not-found" } };
    expect(await told()).toEqual([failed]);
    expect(await told(context)).toEqual([]);
    pages["/a.zip"] = "<html>";
    await look();
    expect(await told()).toMatchObject([{ data: { failure: "not-archive" } }, failed]);
    pages["/a.zip"] = right;
    await look();
    delete pages["/a.zip"];
    await look();
    expect(await told()).toHaveLength(3);
  });

  it("of texts that wait, once for each, with the skills that have them", async () => {
    const { admin, id, pages, look, told } = await aScheduledSource();
    await look();
    for (const skill of ["pdf", "notes"])
      await editHere(admin, skill, plain(skill, "Mine.\n")["SKILL.md"]?.toString() ?? "");
    pages["/a.zip"] = await zipOf({ pdf: plain("pdf", "Theirs.\n"), notes: plain("notes") });
    await look();
    await look();
    const one = {
      kind: "source-conflict",
      data: { source: { id, name: "Team" }, skills: ["pdf"], count: 1 },
    };
    expect(await told()).toEqual([one]);
    pages["/a.zip"] = await zipOf({ pdf: plain("pdf", "Theirs.\n"), notes: plain("notes", "Theirs.\n") });
    await look();
    expect(await told()).toMatchObject([{ data: { skills: ["notes"], count: 1 } }, one]);
  });

  it("of nothing that they see before them", async () => {
    const { admin, id, pages, told } = await aScheduledSource();
    delete pages["/a.zip"];
    expect((await syncSource(admin, { source: id })).failure?.kind).toBe("not-found");
    expect(await told()).toEqual([]);
    await removeSource(admin, { source: id });
  });
});

describe("a source that asks for review", () => {
  it("opens one for each draft that it wrote, and leaves those that are open", async () => {
    const { context, admin, id, pages, look } = await aScheduledSource({ asksReview: true });
    await look();
    const reviews = () =>
      db.review.findMany({
        where: { workspaceId: context.workspace.id },
        orderBy: { number: "asc" },
        select: { title: true, requestedById: true, state: true, skill: { select: { name: true } } },
      });
    const by = { title: "Changes from Team", requestedById: admin.actor.userId, state: "open" };
    const both = [
      { ...by, skill: { name: "notes" } },
      { ...by, skill: { name: "pdf" } },
    ];
    expect(await reviews()).toEqual(both);
    pages["/a.zip"] = await zipOf({ pdf: plain("pdf", "Now.\n"), notes: plain("notes") });
    await look();
    expect(await reviews()).toEqual(both);
    const edited = await editSource(admin, { source: id, asksReview: false });
    expect(edited.asksReview).toBe(false);
    pages["/a.zip"] = await zipOf({ pdf: plain("pdf"), notes: plain("notes"), more: plain("more") });
    await look();
    expect(await reviews()).toEqual(both);
  });
});
