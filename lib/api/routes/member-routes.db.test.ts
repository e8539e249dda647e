import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { api } from "../app";

const { db } = testDatabase();
const linkSchema = z.object({ id: z.string(), url: z.url() });
const problemSchema = z.object({ code: z.string(), details: z.looseObject({}).optional() });

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** A request with headers of its own: a program's key, another caller's address. */
const post = (path: string, body: object, headers: Record<string, string>) =>
  api.request(`http://greenroom.test/api/v1${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function aWorkspace() {
  const context = await aContext(db);
  const cookie = await sessionCookie(context);
  const base = `/workspaces/${context.workspace.slug}`;
  const invite = async (body: object = { role: "author" }) => {
    const response = await callApi("post", `${base}/invitations`, { cookie, body });
    expect(response.status).toBe(201);
    const { id, url } = linkSchema.parse(await response.json());
    return { id, token: new URL(url).hash.slice(1) };
  };
  return { context, cookie, base, invite };
}

describe("an invitation's link", () => {
  it("makes an account, signs it in and lets it into that workspace", async () => {
    const { context, base, invite } = await aWorkspace();
    const { token } = await invite({ role: "viewer", email: "ines@example.org" });
    const look = await callApi("post", "/invitations/look", { body: { token } });
    expect(await look.json()).toMatchObject({ state: "open", invitation: { emailHint: "i…@example.org" } });
    const account = { name: "Ines", email: "Ines@Example.org", password: "a-long-password" };
    const accepted = await callApi("post", "/invitations/accept", { body: { token, account } });
    expect(accepted.status).toBe(201);
    expect(await accepted.json()).toMatchObject({ slug: context.workspace.slug, role: "viewer" });
    const cookie = cookieOf(accepted);
    expect((await callApi("get", `${base}/skills`, { cookie })).status).toBe(200);
    expect((await callApi("get", `${base}/invitations`, { cookie })).status).toBe(403);
  });

  it("lets whoever is signed in join, and asks everybody else who they are", async () => {
    const { invite } = await aWorkspace();
    const { token } = await invite();
    const nobody = await callApi("post", "/invitations/accept", { body: { token } });
    expect(nobody.status).toBe(401);
    const cookie = await sessionCookie(await aContext(db));
    const joined = await callApi("post", "/invitations/accept", { cookie, body: { token } });
    expect(joined.status).toBe(201);
    const again = await callApi("post", "/invitations/accept", { cookie, body: { token } });
    expect([again.status, problemSchema.parse(await again.json())]).toEqual([
      410,
      expect.objectContaining({ code: "GONE", details: { reason: "used" } }),
    ]);
  });

  it("is refused after twenty guesses in a minute, also the guesses of whom it is for", async () => {
    const { invite } = await aWorkspace();
    const { token } = await invite({ role: "author", email: "the-one@example.org" });
    const guess = (number: number) =>
      post(
        "/invitations/accept",
        {
          token,
          account: { name: "X", email: `guess-${number}@example.org`, password: "a-long-password" },
        },
        { "x-forwarded-for": `192.0.2.${number}` },
      );
    const statuses: number[] = [];
    for (let number = 0; number < 22; number += 1) {
      statuses.push((await guess(number)).status);
      // The link is open, so looking at it is no guess: nor does it take the others back.
      const look = await post("/invitations/look", { token }, { "x-forwarded-for": `203.0.113.${number}` });
      expect(look.status).toBe(number < 19 ? 200 : 429);
    }
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 403));
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect(await db.user.count({ where: { email: { startsWith: "guess-" } } })).toBe(0);
  });

  it("that opens nothing is looked at sixty times a minute by one caller, whatever link it tries", async () => {
    const look = (number: number, address: string) =>
      post("/invitations/look", { token: `guess-${number}` }, { "x-forwarded-for": address });
    const statuses: number[] = [];
    for (let number = 0; number < 60; number += 1) statuses.push((await look(number, "198.51.100.7")).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await look(60, "198.51.100.7");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await look(99, "198.51.100.8")).status).toBe(200);
  });

  it("is made and used by no key", async () => {
    const { cookie, base, invite } = await aWorkspace();
    const made = await callApi("post", `${base}/keys`, {
      cookie,
      body: { name: "CI", scopes: ["read", "write", "publish"] },
    });
    const { key } = z.object({ key: z.string() }).parse(await made.json());
    const ask = (path: string, body: object) => post(path, body, { authorization: `Bearer ${key}` });
    expect((await ask(`${base}/invitations`, { role: "viewer" })).status).toBe(403);
    expect((await ask(`${base}/leave`, {})).status).toBe(403);
    const { token } = await invite();
    expect((await ask("/invitations/accept", { token })).status).toBe(403);
  });
});

describe("members", () => {
  it("are given another role, removed, and leave", async () => {
    const { context, cookie, base } = await aWorkspace();
    const colleague = await aColleague(context, "viewer");
    const theirs = await sessionCookie(colleague);
    const path = `${base}/members/${colleague.actor.userId}`;
    const raised = await callApi("patch", path, { cookie, body: { role: "admin" } });
    expect([raised.status, await raised.json()]).toEqual([200, expect.objectContaining({ role: "admin" })]);
    const owner = `${base}/members/${context.actor.userId}`;
    expect((await callApi("delete", owner, { cookie: theirs })).status).toBe(403);
    expect((await callApi("delete", path, { cookie })).status).toBe(204);
    expect((await callApi("get", `${base}/skills`, { cookie: theirs })).status).toBe(404);
    expect((await callApi("post", `${base}/leave`, { cookie })).status).toBe(409);
  });

  it("take over a workspace, and its owner deletes it", async () => {
    const { context, cookie, base } = await aWorkspace();
    const heir = await aColleague(context, "author");
    const theirs = await sessionCookie(heir);
    const confirmName = context.workspace.name;
    const body = { to: heir.actor.userId, confirmName };
    expect((await callApi("post", `${base}/transfer`, { cookie, body })).status).toBe(204);
    expect((await callApi("delete", base, { cookie, body: { confirmName } })).status).toBe(403);
    const wrong = await callApi("delete", base, { cookie: theirs, body: { confirmName: "x" } });
    expect(wrong.status).toBe(422);
    expect((await callApi("delete", base, { cookie: theirs, body: { confirmName } })).status).toBe(204);
    expect((await callApi("get", `${base}/members`, { cookie: theirs })).status).toBe(404);
  });
});
