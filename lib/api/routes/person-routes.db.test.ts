import { describe, expect, it } from "vitest";
import { signIn } from "@/lib/auth/credentials";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { callApi, sessionCookie, testPassword } from "@/lib/testing/api-session";
import { aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { api } from "../app";

const { db } = testDatabase();

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

/** Somebody who is signed in with two browsers, the second one a Firefox elsewhere. */
async function signedInTwice() {
  const context = await aContext(db);
  const here = await sessionCookie(context);
  const headers = new Headers({ "user-agent": firefox, "x-forwarded-for": "192.0.2.7" });
  const there = (await signIn(context.actor.email, testPassword, headers))
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  const rows = await db.session.findMany({
    where: { userId: context.actor.userId },
    orderBy: { createdAt: "asc" },
  });
  const [hereId = "", thereId = ""] = rows.map(({ id }) => id);
  return { context, here, there, hereId, thereId, tokens: rows.map(({ token }) => token) };
}
const listOf = async (cookie: string) => (await callApi("get", "/sessions", { cookie })).json();
const statusOf = async (cookie: string) => (await callApi("get", "/session", { cookie })).status;

describe("where somebody is signed in", () => {
  it("is listed with device, address and times, and which one asks; never with what would let anybody in", async () => {
    const { here, hereId, thereId, tokens } = await signedInTwice();
    const response = await callApi("get", "/sessions", { cookie: here });
    const text = await response.text();
    for (const token of tokens) expect(text).not.toContain(token);
    const { items } = JSON.parse(text);
    expect(items).toHaveLength(2);
    expect(items.find(({ id }: { id: string }) => id === hereId)).toMatchObject({ isCurrent: true });
    expect(items.find(({ id }: { id: string }) => id === thereId)).toEqual({
      id: thereId,
      device: "Firefox on Linux",
      address: "192.0.2.7",
      createdAt: expect.any(String),
      lastActiveAt: expect.any(String),
      isCurrent: false,
    });
  });

  it("says when each was last used, to the minute, and leaves out what has expired", async () => {
    const { here, there, thereId, hereId } = await signedInTwice();
    const longAgo = new Date(Date.now() - 3_600_000);
    await db.session.updateMany({ where: { id: thereId }, data: { lastActiveAt: longAgo } });
    expect((await listOf(here)).items.map(({ id }: { id: string }) => id)).toEqual([hereId, thereId]);
    await statusOf(there);
    const { lastActiveAt } = await db.session.findUniqueOrThrow({ where: { id: thereId } });
    expect(lastActiveAt.getTime()).toBeGreaterThan(longAgo.getTime());
    await db.session.update({ where: { id: thereId }, data: { expiresAt: longAgo } });
    expect((await listOf(here)).items).toHaveLength(1);
  });

  it("ends one: its next request is refused, and the other goes on", async () => {
    const { context, here, there, thereId } = await signedInTwice();
    expect(await statusOf(there)).toBe(200);
    expect((await callApi("delete", `/sessions/${thereId}`, { cookie: here })).status).toBe(204);
    expect(await statusOf(there)).toBe(401);
    expect(await statusOf(here)).toBe(200);
    expect((await callApi("delete", `/sessions/${thereId}`, { cookie: here })).status).toBe(404);
    expect(
      await db.audit.findMany({ where: { actorId: context.actor.userId, action: "session.revoked" } }),
    ).toMatchObject([{ objectId: thereId, objectName: "Firefox on Linux" }]);
  });

  it("ends all others, and forgets the devices that skip the second step", async () => {
    const { context, here, there } = await signedInTwice();
    const { userId } = context.actor;
    await db.verification.create({
      data: {
        identifier: `trust-device-${userId}`,
        value: userId,
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    const response = await callApi("delete", "/sessions", { cookie: here });
    expect(await response.json()).toEqual({ revoked: 1 });
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    expect(await db.verification.count({ where: { value: userId } })).toBe(0);
  });

  it("is nobody else's to see or to end", async () => {
    const [mine, theirs] = [await signedInTwice(), await signedInTwice()];
    expect((await callApi("delete", `/sessions/${theirs.hereId}`, { cookie: mine.here })).status).toBe(404);
    expect(await statusOf(theirs.here)).toBe(200);
    const ids = (await listOf(mine.here)).items.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([mine.hereId, mine.thereId].sort());
  });
});

describe("a session that is revoked", () => {
  it("ends the event streams that it has open, before they tell anything more", async () => {
    const { context, here, there, thereId } = await signedInTwice();
    const { slug, id: workspaceId } = context.workspace;
    const stream = await api.request(`http://greenroom.test/api/v1/workspaces/${slug}/changes`, {
      headers: { cookie: there, accept: "text/event-stream" },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("following");
    await callApi("delete", `/sessions/${thereId}`, { cookie: here });
    await inTransaction({ db }, (context) => notify(context, { topic: "library", workspaceId }));
    let heard = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      heard += part.value;
    expect(heard).not.toContain("changed");
  });

  it("saves whole before or not at all: each save is taken or refused, and the draft is the last one taken", async () => {
    const { context, here, there, thereId } = await signedInTwice();
    await aPackage(context, { name: "notes" });
    const draft = `/workspaces/${context.workspace.slug}/skills/notes/draft`;
    const save = async (text: string, revision: number) => {
      const body = { baseRevision: revision, changes: [{ op: "write", path: "notes.md", text }] };
      return callApi("post", `${draft}/changes`, { cookie: there, body });
    };
    let { revision } = await (await callApi("get", draft, { cookie: here })).json();
    let taken = "";
    const outcomes: number[] = [];
    let revoking: Promise<Response> | null = null;
    for (let round = 1; round <= 12; round += 1) {
      if (round === 6) revoking = callApi("delete", `/sessions/${thereId}`, { cookie: here });
      const text = `Written in round ${round}.`;
      const response = await save(text, revision);
      outcomes.push(response.status);
      if (response.status !== 200) continue;
      taken = text;
      revision = (await response.json()).revision;
    }
    expect((await revoking)?.status).toBe(204);
    expect(outcomes[0]).toBe(200);
    expect(outcomes.at(-1)).toBe(401);
    expect(outcomes.slice(outcomes.indexOf(401))).toEqual(outcomes.filter((status) => status === 401));
    const stored = await callApi("get", `${draft}/file?path=notes.md`, { cookie: here });
    expect((await stored.json()).text).toBe(taken);
  });
});

describe("how somebody signs in", () => {
  it("is told without a provider: the password alone", async () => {
    const { here } = await signedInTwice();
    expect(await (await callApi("get", "/sign-in-methods", { cookie: here })).json()).toEqual({
      hasPassword: true,
      oidc: null,
      twoFactor: { isOn: false, backupCodesLeft: null },
    });
    expect((await callApi("delete", "/sign-in-methods/oidc", { cookie: here })).status).toBe(404);
  });

  it("is nothing that a key may ask", async () => {
    const person = await aPerson(db);
    const response = await api.request("http://greenroom.test/api/v1/sessions", {
      headers: { authorization: `Bearer grk_${person.actor.userId}` },
    });
    expect(response.status).toBe(401);
  });
});
