import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeRole } from "@/lib/auth/commands/change-role";
import { createKey } from "@/lib/auth/commands/create-key";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { notify, subscribe } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { notifyPeople } from "@/lib/notifications/commands";
import { listenForStop } from "@/lib/platform/stopping";
import { removeServedSession } from "@/lib/served/commands/remove-served-session";
import { sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { activates, aServedAgent, openProgram } from "@/lib/testing/hosts/served";
import { api } from "../app";

const { db } = testDatabase();

// When the bus is first connected, everything counts as moved.
await new Promise<void>((resolve) => subscribe("library", () => {}, resolve));

async function follow(context: Context, headers: Record<string, string>) {
  const path = `/api/v1/workspaces/${context.workspace.slug}/changes`;
  const response = await api.request(`http://greenroom.test${path}`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("The answer has no body.");
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? "the end" : value;
  };
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    next,
    leave: () => reader.cancel(),
  };
}

const changed = (...topics: string[]) => `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`;

/** The stream once it has said that it listens. */
async function listening(context: Context, headers: Record<string, string>) {
  const stream = await follow(context, headers);
  expect(await stream.next()).toBe(": following\n\n");
  return stream;
}

const inboxOf = (from: Context, to: Context) =>
  db.$transaction((tx) =>
    notifyPeople(
      { ...from, db: tx },
      {
        kind: "published",
        data: { skill: { id: crypto.randomUUID(), name: "notes" }, version: 1 },
        to: [to.actor.userId],
      },
    ),
  );

describe("the stream of changes", () => {
  it("says when who is a member changes, and ends at once for whoever is removed", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const ann = await aColleague(ines, "viewer");
    const [mine, theirs] = [
      await listening(ines, { cookie: await sessionCookie(ines) }),
      await listening(tom, { cookie: await sessionCookie(tom) }),
    ];
    await changeRole(ines, { member: ann.actor.userId, role: "author" });
    expect(await mine.next()).toBe(changed("members"));
    expect(await theirs.next()).toBe(changed("members"));
    await removeMember(ines, { member: tom.actor.userId });
    expect(await theirs.next()).toBe("the end");
    expect(await mine.next()).toBe(changed("members"));
    await mine.leave();
  });

  it("says in which conversations of live hosts something moved, to those who may see them", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const stream = await listening(tom, { cookie: await sessionCookie(tom) });
    const workspaceId = ines.workspace.id;
    const [own, hidden, shared] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const move = (sessionId: string, ownerId: string | null, within: Tx = db) =>
      notify({ db: within }, { topic: "live", workspaceId, sessionId, ownerId });
    await move(hidden, ines.actor.userId);
    await move(own, tom.actor.userId);
    await move(shared, null);
    // A busy machine may tell them one after the other.
    let told = (await stream.next()) ?? "";
    if (!told.includes(shared)) told += await stream.next();
    expect(told).toContain('"topics":["live"]');
    expect(told).toContain(own);
    expect(told).not.toContain(hidden);
    // Told together, as they are of one transaction.
    await db.$transaction(async (tx) => {
      for (let at = 0; at < 60; at += 1) await move(crypto.randomUUID(), null, tx);
    });
    told = (await stream.next()) ?? "";
    if (told.includes("sessions")) told = (await stream.next()) ?? "";
    expect(told.includes("sessions")).toBe(false);
    await stream.leave();
  });

  it("tells of sessions of agents' programs to whom their key acts as, and to who manages keys", async () => {
    const ines = await aContext(db);
    const [tom, ann] = [await aColleague(ines, "viewer"), await aColleague(ines, "viewer")];
    const { agent, machine } = await aServedAgent(ines);
    const theirs = await aMachine(tom, agent, "Tom's");
    const streamOf = async (person: typeof ines) =>
      listening(person, { cookie: await sessionCookie(person) });
    const [forAdmin, forTom, forAnn] = [await streamOf(ines), await streamOf(tom), await streamOf(ann)];
    const own = await openProgram(machine, agent);
    const toms = await openProgram(theirs, agent);
    await own.call(...activates("incident-triage"));
    await removeServedSession(tom, { session: toms.id });
    const end = crypto.randomUUID();
    await notify({ db }, { topic: "live", workspaceId: ines.workspace.id, sessionId: end, ownerId: null });
    const until = async (stream: typeof forAdmin) => {
      let told = "";
      while (!told.includes(end)) told += (await stream.next()) ?? "";
      await stream.leave();
      return [own.id, toms.id].filter((id) => told.includes(id));
    };
    expect(await until(forAdmin)).toEqual([own.id, toms.id]);
    expect(await until(forTom)).toEqual([toms.id]);
    expect(await until(forAnn)).toEqual([]);
  });

  it("says which parts have moved, and nothing of other workspaces and inboxes", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const stranger = await aContext(db);
    const stream = await listening(tom, { cookie: await sessionCookie(tom) });
    expect(stream).toMatchObject({ status: 200, type: "text/event-stream; charset=utf-8" });
    await notify({ db }, { topic: "reviews", workspaceId: stranger.workspace.id });
    await inboxOf(tom, ines);
    await notify({ db }, { topic: "library", workspaceId: ines.workspace.id });
    await notify({ db }, { topic: "library", workspaceId: ines.workspace.id });
    await inboxOf(ines, tom);
    // A busy machine may tell them one after the other.
    let told = await stream.next();
    if (!told?.includes("inbox")) told = `${told}${await stream.next()}`;
    expect([changed("library", "inbox"), changed("library") + changed("inbox")]).toContain(told);
    await stream.leave();
  });

  it("says nothing of what was undone", async () => {
    const ines = await aContext(db);
    const stream = await listening(ines, { cookie: await sessionCookie(ines) });
    await expect(
      db.$transaction(async (tx) => {
        await notify({ db: tx }, { topic: "library", workspaceId: ines.workspace.id });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await notify({ db }, { topic: "reviews", workspaceId: ines.workspace.id });
    expect(await stream.next()).toBe(changed("reviews"));
    await stream.leave();
  });

  it.each([
    ["signs out", (tom: Context) => db.session.deleteMany({ where: { userId: tom.actor.userId } })],
    ["is removed", (tom: Context) => db.member.deleteMany({ where: { userId: tom.actor.userId } })],
  ])("ends, without another word, for somebody who %s", async (_, leave) => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const stream = await listening(tom, { cookie: await sessionCookie(tom) });
    await leave(tom);
    await notify({ db }, { topic: "library", workspaceId: ines.workspace.id });
    expect(await stream.next()).toBe("the end");
  });

  it("tells a key what its scopes let it read, and ends when the key is revoked", async () => {
    const ines = await aContext(db);
    const { key, id } = await createKey(ines, { name: "CI", scopes: ["publish"] });
    const stream = await listening(ines, { authorization: `Bearer ${key}` });
    await notify({ db }, { topic: "agents", workspaceId: ines.workspace.id });
    await notify({ db }, { topic: "library", workspaceId: ines.workspace.id });
    expect(await stream.next()).toBe(changed("library"));
    await revokeKey(ines, { key: id });
    await notify({ db }, { topic: "library", workspaceId: ines.workspace.id });
    expect(await stream.next()).toBe("the end");
  });

  it("is not there for strangers and for an older key that only delivers", async () => {
    const ines = await aContext(db);
    const stranger = await aContext(db);
    expect((await follow(ines, { cookie: await sessionCookie(stranger) })).status).toBe(404);
    const { key, id } = await createKey(ines, { name: "Host", scopes: ["read"] });
    await db.apiKey.update({ where: { id }, data: { scopes: ["deliver"] } });
    expect((await follow(ines, { authorization: `Bearer ${key}` })).status).toBe(403);
  });

  it("ends when the server is asked to stop, which would wait for it otherwise", async () => {
    const context = await aContext(db);
    listenForStop();
    const stream = await listening(context, { cookie: await sessionCookie(context) });
    // Its listeners alone: the process itself is asked nothing.
    process.emit("SIGTERM");
    expect(await stream.next()).toBe("the end");
    globalThis.greenroomStopping = undefined;
  });
});
