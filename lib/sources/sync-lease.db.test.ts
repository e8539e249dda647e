import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { runBackend } from "@/lib/testing/servers/git-http-backend";
import { editSource } from "./commands/edit-source";
import { holdSource, sourceLeaseFrom } from "./commands/hold-source";
import { listSkillOrigins } from "./list-skill-origins";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const minuteMs = 60_000;

/** A source whose remote answers a sync only after `during`, and a clock that is moved by hand. */
async function aSlowSource() {
  let at = Date.parse("2030-01-01T00:00:00Z");
  let folder = "";
  let during: (() => Promise<unknown>) | null = null;
  let broken: unknown = null;
  const context = await aContext(db, { now: () => new Date(at) });
  const remote = await aSkillRepository(
    { "a/SKILL.md": skillText("a") },
    {
      meddle: (incoming, outgoing) => {
        if (!during || incoming.headers["user-agent"] !== "git/greenroom") return false;
        const first = during;
        during = null;
        void first()
          .catch((error: unknown) => {
            broken = error;
          })
          .finally(() => runBackend(folder, incoming, outgoing));
        return true;
      },
    },
  );
  folder = remote.folder;
  const { source, sync } = await aSource(context, remote.url);
  const syncWhile = async (work: () => Promise<unknown>, as: Context = context) => {
    during = work;
    const synced = await sync({}, as);
    expect(broken).toBeNull();
    return synced;
  };
  const pass = (minutes: number) => {
    at += minutes * minuteMs;
  };
  const row = () => db.source.findUniqueOrThrow({ where: { id: source.id } });
  const skills = () => db.skill.count({ where: { workspaceId: context.workspace.id } });
  return { context, source, remote, sync, syncWhile, pass, row, skills };
}

function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

describe("the lease of a sync", () => {
  it("is renewed for as long as the sync takes", async () => {
    holdTimers();
    const { context, source, syncWhile, pass, row } = await aSlowSource();
    const synced = await syncWhile(async () => {
      const claimed = await row();
      pass(9);
      vi.advanceTimersByTime(minuteMs);
      await vi.waitFor(async () => expect((await row()).leaseUntil).not.toEqual(claimed.leaseUntil));
      pass(9);
      const edit = editSource(context, { source: source.id, folder: "x" });
      await expect(edit).rejects.toMatchObject({ code: "CONFLICT" });
    });
    expect(synced).toMatchObject({ failure: null, isSyncing: false });
    expect(synced.synced).not.toBeNull();
  });

  it("is not taken back from whoever has the source by then", async () => {
    holdTimers();
    const { context, source, row } = await aSlowSource();
    const leaseUntil = sourceLeaseFrom(context.now());
    const other = new Date(leaseUntil.getTime() + minuteMs);
    await db.source.update({ where: { id: source.id }, data: { leaseUntil } });
    const held = holdSource(context, { id: source.id, leaseUntil });
    expect(await held.renew()).toBe(true);
    await db.source.update({ where: { id: source.id }, data: { leaseUntil: other } });
    vi.advanceTimersByTime(minuteMs);
    await held.stop();
    expect(await held.renew()).toBe(false);
    expect((await row()).leaseUntil).toEqual(other);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps a sync that was given up on from storing, and from writing its commit to another address", async () => {
    const { context, source, syncWhile, pass, row, skills } = await aSlowSource();
    const other = await aSkillRepository({ "b/SKILL.md": skillText("b") });
    const synced = await syncWhile(async () => {
      pass(11);
      await editSource(context, { source: source.id, url: other.url });
    });
    expect(synced).toMatchObject({ url: other.url, synced: null, failure: null, isSyncing: false });
    expect((await row()).syncedRevision).toBeNull();
    expect(await skills()).toBe(0);
  });

  it("tells of texts where they were read, though the address is another by then", async () => {
    const { context, source, remote, syncWhile } = await aSlowSource();
    await syncWhile(() =>
      db.source.update({
        where: { id: source.id },
        data: { url: "https://other.example/x.git", name: "Other" },
      }),
    );
    const { items } = await listSkillOrigins(context, { skill: "a" });
    expect(items.map(({ url, source: name }) => [url, name])).toEqual([[remote.url, source.name]]);
  });
});

describe("a sync whose person", () => {
  it("signs out goes on", async () => {
    const { context, syncWhile, skills } = await aSlowSource();
    const { userId } = context.actor;
    const session = await db.session.create({
      data: { userId, token: `token-${userId}`, expiresAt: new Date("2031-01-01") },
    });
    const signedIn = { ...context, actor: { ...context.actor, sessionId: session.id } };
    const signOut = () => db.session.delete({ where: { id: session.id } });
    const synced = await syncWhile(signOut, signedIn);
    expect(synced).toMatchObject({ failure: null, isSyncing: false });
    expect(await skills()).toBe(1);
  });

  it.each([
    [
      "may sync no more",
      (where: { userId: string }) => db.member.updateMany({ where, data: { role: "author" } }),
    ],
    ["was removed", (where: { userId: string }) => db.member.deleteMany({ where })],
  ])("%s ends at once, says so and stores nothing", async (_, act) => {
    const { context, syncWhile, skills, row } = await aSlowSource();
    const { userId } = context.actor;
    const synced = await syncWhile(() => act({ userId }));
    expect(synced.failure?.kind).toBe("no-right");
    expect(synced.failure?.message).toContain("lost the right");
    expect(synced).toMatchObject({ isSyncing: false, synced: null });
    expect((await row()).leaseUntil).toBeNull();
    expect(await skills()).toBe(0);
  });
});
