import { createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { makeHook, removeHook } from "@/lib/sources/commands/change-hook";
import { editSource } from "@/lib/sources/commands/edit-source";
import { syncHookedSources } from "@/lib/sources/commands/sync-hooked-sources";
import { listSources } from "@/lib/sources/list-sources";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { hookDoor } from "./hook-door";

allowLocalServers();
needsGit();
const { db } = testDatabase();
const body = '{"ref":"refs/heads/main"}';

type Sent = { method?: string; headers?: Record<string, string>; body?: BodyInit | null };
const send = (source: string, { method = "POST", headers = {}, ...more }: Sent = {}) => {
  const given: RequestInit & { duplex?: "half" } =
    method === "POST" ? { method, headers, body: more.body ?? body, duplex: "half" } : { method, headers };
  return hookDoor.fetch(new Request(`http://greenroom.test/hooks/${source}`, given));
};
const signed = (secret: string) => ({
  headers: { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` },
});

async function aHookedSource() {
  // What other tests left is not due any more.
  await db.source.updateMany({ data: { hookDueAt: null } });
  const context = await aContext(db);
  const admin = await aColleague(context, "admin");
  const remote = await aSkillRepository({ "a/SKILL.md": skillText("a", "One.") });
  const { source, sync } = await aSource(context, remote.url);
  const hook = await makeHook(admin, { source: source.id });
  const shown = async () => (await listSources(context))[0];
  return { context, admin, remote, sync, id: source.id, ...hook, shown };
}

describe("a webhook", () => {
  it("answers at once, and the drafts are there soon, in the name of whoever made it", async () => {
    const { context, admin, id, address, secret, shown } = await aHookedSource();
    expect(address).toMatch(new RegExp(`/hooks/${id}$`));
    const answer = await send(id, signed(secret));
    expect(answer.status).toBe(202);
    await vi.waitFor(async () => expect((await shown())?.synced).not.toBeNull(), { timeout: 60_000 });
    const draft = await db.draft.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    expect(draft.updatedById).toBe(admin.actor.userId);
    const { hook } = (await shown()) ?? {};
    expect(hook).toMatchObject({ address, madeBy: { id: admin.actor.userId }, last: { outcome: "taken" } });
    const told = JSON.stringify([await shown(), (await listAudit(context, {})).items]);
    expect(told).toContain("source.hook-made");
    expect(told).not.toContain(secret);
  });

  it("that comes again does what a sync does that finds nothing: nothing", async () => {
    const { context, id, secret, shown } = await aHookedSource();
    const now = () => new Date();
    await send(id, signed(secret));
    await syncHookedSources({ db }, now);
    const first = await shown();
    for (const _ of [1, 2, 3]) expect((await send(id, signed(secret))).status).toBe(202);
    // As the sweep does: what came in the middle of a sync is looked at after it.
    await vi.waitFor(
      async () => {
        await syncHookedSources({ db }, now);
        expect(await db.source.count({ where: { id, hookDueAt: null, leaseUntil: null } })).toBe(1);
      },
      { timeout: 60_000 },
    );
    expect((await shown())?.report).toEqual(first?.report);
    expect(await db.import.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });

  it("stays due while somebody else syncs, and when its server was killed in the middle of it", async () => {
    const { id, secret, shown } = await aHookedSource();
    const now = () => new Date();
    await db.source.update({ where: { id }, data: { leaseUntil: new Date(Date.now() + 600_000) } });
    expect((await send(id, signed(secret))).status).toBe(202);
    expect(await syncHookedSources({ db }, now)).toBe(0);
    expect(await db.source.count({ where: { id, hookDueAt: { not: null } } })).toBe(1);
    const later = () => new Date(Date.now() + 700_000);
    expect(await syncHookedSources({ db }, later)).toBe(1);
    expect(await shown()).toMatchObject({ failure: null, isSyncing: false });
    expect(await db.source.count({ where: { id, hookDueAt: null } })).toBe(1);
  });

  it("is not lost with a remote that is down for a while, and is given up after a day", async () => {
    const { remote, id, shown } = await aHookedSource();
    const { url } = remote;
    const at = Date.now();
    const minutes = (count: number) => () => new Date(at + count * 60_000);
    const dueIn = async () => {
      const { hookDueAt } = await db.source.findUniqueOrThrow({ where: { id } });
      return hookDueAt && Math.round((hookDueAt.getTime() - at) / 60_000);
    };
    // As a delivery leaves it, with nobody at work on it yet.
    const deliver = () =>
      db.source.update({ where: { id }, data: { hookDueAt: new Date(at), hookLastAt: new Date(at) } });
    await deliver();
    await db.source.update({ where: { id }, data: { url: "http://127.0.0.1:1/gone.git" } });
    await syncHookedSources({ db }, minutes(0));
    expect(await shown()).toMatchObject({ failure: { kind: "unreachable" } });
    expect(await dueIn()).toBe(1);
    await syncHookedSources({ db }, minutes(5));
    expect(await dueIn()).toBe(10);
    await db.source.update({ where: { id }, data: { url } });
    await syncHookedSources({ db }, minutes(10));
    expect(await shown()).toMatchObject({ failure: null });
    expect(await dueIn()).toBeNull();

    await deliver();
    await db.source.update({ where: { id }, data: { url: "http://127.0.0.1:1/gone.git" } });
    await syncHookedSources({ db }, minutes(25 * 60));
    expect(await dueIn()).toBeNull();
  });

  it("does nothing in the name of somebody who may no more", async () => {
    const { context, admin, id, secret, shown } = await aHookedSource();
    await db.member.updateMany({ where: { userId: admin.actor.userId }, data: { role: "author" } });
    await send(id, signed(secret));
    await vi.waitFor(async () => expect((await shown())?.failure?.kind).toBe("nobody"), { timeout: 60_000 });
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });
});

describe("what is not taken", () => {
  it.each([
    ["without a signature", {}],
    ["with a wrong one", signed("whsec_AAAA")],
    ["with a wrong token", { headers: { "x-gitlab-token": "whsec_AAAA" } }],
  ])("%s is told nothing, and is noted as refused", async (_, sent) => {
    const { id, shown } = await aHookedSource();
    const answer = await send(id, sent);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "UNAUTHENTICATED", detail: "Not taken." });
    expect((await shown())?.hook?.last?.outcome).toBe("refused");
    expect(await db.source.count({ where: { id, hookDueAt: null } })).toBe(1);
  });

  it("is nowhere: of no source, of one without a webhook, with another method", async () => {
    const { context, id, secret, remote } = await aHookedSource();
    const { source } = await aSource(context, remote.url);
    for (const answer of [
      await send("0190a000-0000-7000-8000-000000000031", signed(secret)),
      await send("x", signed(secret)),
      await send(source.id, signed(secret)),
      await send(id, { method: "GET" }),
    ])
      expect([answer.status, (await answer.json()).detail]).toEqual([
        404,
        "There is nothing at this address.",
      ]);
  });

  it("has a body without end", async () => {
    const { id, secret, shown } = await aHookedSource();
    const piece = new Uint8Array(1024 * 1024);
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1;
        controller.enqueue(piece);
      },
    });
    const answer = await send(id, { ...signed(secret), body: endless });
    expect(answer.status).toBe(413);
    expect(given).toBeLessThan(40);
    expect((await shown())?.hook?.last).toBeNull();
  });

  it("is signed with a secret that was replaced, or taken away", async () => {
    const { context, id, secret, shown } = await aHookedSource();
    const next = await makeHook(context, { source: id });
    expect(next.secret).not.toBe(secret);
    expect((await send(id, signed(secret))).status).toBe(401);
    expect((await send(id, signed(next.secret))).status).toBe(202);
    await removeHook(context, { source: id });
    expect((await send(id, signed(next.secret))).status).toBe(404);
    expect((await shown())?.hook).toBeNull();
  });
});

describe("who makes one", () => {
  it("is an admin of its workspace, and nobody from elsewhere", async () => {
    const { context, id, shown } = await aHookedSource();
    const stranger = await aContext(db);
    const author = await aColleague(context, "author");
    for (const act of [makeHook, removeHook]) {
      await expect(act(stranger, { source: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(act(author, { source: id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await editSource(context, { source: id, folder: "a" });
    expect((await shown())?.hook).not.toBeNull();
  });

  it("loses a race with its removal", async () => {
    const { context, id } = await aHookedSource();
    await db.source.delete({ where: { id } });
    for (const act of [makeHook, removeHook])
      await expect(act(context, { source: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
