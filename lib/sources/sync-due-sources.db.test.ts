import { describe, expect, it } from "vitest";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { editSource } from "./commands/edit-source";
import { syncDueSources } from "./commands/sync-due-sources";
import { listSources } from "./list-sources";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const minuteMs = 60_000;
/** A clock that is moved by hand, each test after the others' schedules. */
let base = Date.parse("2030-01-01T00:00:00Z");

async function aSchedule() {
  base += 365 * 24 * 60 * minuteMs;
  let at = base;
  const now = () => new Date(at);
  await db.source.updateMany({ data: { nextAt: null } });
  const context = await aContext(db, { now });
  const admin = { ...(await aColleague(context, "admin")), now };
  const remote = await aSkillRepository({ "a/SKILL.md": skillText("a", "One.") });
  const { source } = await aSource(context, remote.url);
  await editSource(admin, { source: source.id, everyMinutes: 60 });
  const shown = async () => (await listSources(context))[0];
  const pass = (minutes: number) => {
    at += minutes * minuteMs;
  };
  return { context, admin, remote, source, shown, pass, look: () => syncDueSources({ db }, now) };
}

describe("a source with a schedule", () => {
  it("is synced at once and then so often, in the name of whoever set it", async () => {
    const { admin, context, remote, shown, pass, look } = await aSchedule();
    expect(await look()).toBe(1);
    const first = await shown();
    expect(first).toMatchObject({ failure: null, schedule: { everyMinutes: 60 } });
    const draft = await db.draft.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    expect(draft.updatedById).toBe(admin.actor.userId);
    const commit = await remote.commit({ "a/SKILL.md": skillText("a", "Two.") });
    pass(59);
    expect(await look()).toBe(0);
    pass(1);
    expect(await look()).toBe(1);
    expect((await shown())?.synced?.revision).toBe(commit);
  });

  it("is synced once by servers that look at the same moment", async () => {
    const { look } = await aSchedule();
    const counts = await Promise.all([look(), look(), look()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it("waits for somebody once its person may sync no more, and goes on in the name of who sets it again", async () => {
    const { admin, context, source, shown, pass, look } = await aSchedule();
    await db.member.updateMany({
      where: { workspaceId: context.workspace.id, userId: admin.actor.userId },
      data: { role: "author" },
    });
    expect(await look()).toBe(0);
    expect((await shown())?.failure).toMatchObject({ kind: "nobody" });
    await editSource(context, { source: source.id, everyMinutes: 60 });
    expect(await look()).toBe(1);
    await editSource(context, { source: source.id, everyMinutes: null });
    pass(10_000);
    expect(await look()).toBe(0);
    expect(await shown()).toMatchObject({ failure: null, schedule: null });
  });

  it("is tried again soon when others had every turn", async () => {
    const { shown, pass, look } = await aSchedule();
    const held = globalThis.greenroomSyncSlots;
    globalThis.greenroomSyncSlots = new ConcurrencySlots({ each: 0, all: 0, waiting: 0, waitMs: 0 });
    try {
      expect(await look()).toBe(0);
    } finally {
      globalThis.greenroomSyncSlots = held;
    }
    expect(await shown()).toMatchObject({ failure: null, synced: null });
    expect(await look()).toBe(0);
    pass(1);
    expect(await look()).toBe(1);
    expect((await shown())?.synced).not.toBeNull();
  });

  it("goes on after a remote that failed", async () => {
    const { context, source, shown, pass, look } = await aSchedule();
    await editSource(context, { source: source.id, ref: "nope" });
    expect(await look()).toBe(1);
    expect((await shown())?.failure?.kind).toBe("no-such-ref");
    await editSource(context, { source: source.id, ref: "" });
    pass(60);
    expect(await look()).toBe(1);
    expect((await shown())?.failure).toBeNull();
  });
});
