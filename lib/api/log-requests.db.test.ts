import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "@/lib/auth/commands/create-key";
import { log } from "@/lib/platform/log";
import { callApi, givePassword, sessionCookie, testPassword } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { api } from "./app";
import { authDoor } from "./auth-door";

const { db, ownerUrl } = testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
beforeAll(async () => {
  await owner.connect();
});
afterAll(() => owner.end());
const id = "0190a000-0000-7000-8000-00000000beef";
const origin = "http://127.0.0.1:3000";
const written: string[] = [];

beforeEach(() => {
  log.level = "info";
  written.length = 0;
  globalThis.greenroomLogTap = (line) => written.push(line);
});
afterEach(() => {
  globalThis.greenroomLogTap = undefined;
  log.level = "silent";
});

const requests = () =>
  written
    .join("")
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line));

function postToAuth(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body);
  const given = { host: "127.0.0.1:3000", origin, "content-length": String(text.length) };
  return authDoor.request(`${origin}/api/auth/${path}`, {
    method: "POST",
    headers: { ...given, "content-type": "application/json", ...headers },
    body: text,
  });
}

describe("a request", () => {
  it("leaves one line: what was asked by its pattern, the answer, how long, who, from where and its trace", async () => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    const { slug } = context.workspace;
    written.length = 0;
    const response = await api.request(`http://x/api/v1/workspaces/${slug}/skills?query=hidden-word`, {
      headers: {
        cookie,
        "x-forwarded-for": "192.0.2.7",
        traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
      },
    });
    expect(response.status).toBe(200);
    const [line, ...others] = requests();
    expect(others).toEqual([]);
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      msg: "request",
      method: "GET",
      route: "/api/v1/workspaces/:workspace/skills",
      status: 200,
      ms: expect.any(Number),
      user: context.actor.userId,
      key: null,
      address: "192.0.2.7",
      traceId: "a".repeat(32),
    });
    expect(line.ms).toBeGreaterThanOrEqual(0);
  });

  it("of a program names its key's id, and of nobody nobody", async () => {
    const context = await aContext(db);
    const { id: key, key: secret } = await createKey(context, { name: "ci", scopes: ["read"] });
    await callApi("GET", `/workspaces/${context.workspace.slug}/skills`, { bearer: secret });
    await callApi("GET", "/setup");
    expect(requests()).toMatchObject([
      { user: context.actor.userId, key },
      { route: "/api/v1/setup", status: 200, user: null, key: null, address: null },
    ]);
    expect(written.join("")).not.toContain(secret);
  });

  it("that fails is there with its status: nobody, not there, no such operation, wrong, broken", async () => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    written.length = 0;
    await callApi("GET", `/workspaces/nowhere-${id}/skills`);
    await callApi("GET", `/workspaces/nowhere-${id}/skills`, { cookie });
    await callApi("GET", `/no-such-${id}`, { cookie });
    await callApi("POST", "/invitations/look", { body: { token: { of: id } } });
    await owner.query(`ALTER TABLE "Notification" RENAME TO "Elsewhere"`);
    await callApi("GET", `/workspaces/${context.workspace.slug}/inbox/unread`, { cookie });
    await owner.query(`ALTER TABLE "Elsewhere" RENAME TO "Notification"`);
    expect(requests().map(({ route, status }) => [route, status])).toEqual([
      ["/api/v1/workspaces/:workspace/skills", 401],
      ["/api/v1/workspaces/:workspace/skills", 404],
      ["none", 404],
      ["/api/v1/invitations/look", 422],
      ["/api/v1/workspaces/:workspace/inbox/unread", 500],
    ]);
    expect(written.join("")).not.toContain(id);
  });

  it("whose address or words are hostile forges no line and moves no cursor", async () => {
    const forged = `"}\n{"level":60,"msg":"forged"}`;
    await api.request(`http://x/api/v1/${encodeURIComponent(forged)}?q=${encodeURIComponent(forged)}`, {
      headers: { "x-forwarded-for": '1.2.3.4"},{"msg":"forged"} \u001b[2J\u009b', "user-agent": "forged" },
    });
    const lines = written.join("").split("\n").filter(Boolean);
    expect(lines).toHaveLength(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(lines[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "request", route: "none", status: 401 });
  });
});

describe("a health check", () => {
  it("is written for those alone who want to know everything", async () => {
    await callApi("GET", "/health/live");
    expect(requests()).toEqual([]);
    log.level = "debug";
    await callApi("GET", "/health/live");
    expect(requests()).toMatchObject([{ level: 20, route: "/api/v1/health/live", status: 200 }]);
  });
});

describe("a stream of events", () => {
  const open = async (signal?: AbortSignal) => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    written.length = 0;
    const { slug } = context.workspace;
    const response = await api.request(`http://x/api/v1/workspaces/${slug}/changes`, {
      headers: { cookie, accept: "text/event-stream" },
      ...(signal ? { signal } : {}),
    });
    const reader = response.body?.getReader();
    await reader?.read();
    return reader;
  };

  it("is written when its reader leaves, with all the time that it took", async () => {
    const reader = await open();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(requests()).toEqual([]);
    await reader?.cancel();
    const [line, ...others] = requests();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ route: "/api/v1/workspaces/:workspace/changes", status: 200 });
    expect(line.ms).toBeGreaterThanOrEqual(50);
  });

  it("is written once when the connection breaks off", async () => {
    const connection = new AbortController();
    const reader = await open(connection.signal);
    connection.abort();
    await reader?.cancel();
    expect(requests()).toMatchObject([{ status: 200 }]);
  });
});

describe("signing in", () => {
  it("is written like the rest, without what was typed and what it opened", async () => {
    const { actor } = await aContext(db);
    await givePassword(db, actor.userId);
    const { email } = actor;
    const refused = await postToAuth("sign-in/email", { email, password: "a-wrong-password" });
    const response = await postToAuth("sign-in/email", { email, password: testPassword });
    await postToAuth(`reset-password/${id}`, {});
    expect([refused.status, response.status]).toEqual([401, 200]);
    expect(requests().map(({ method, route, status }) => [method, route, status])).toEqual([
      ["POST", "/api/auth/sign-in/email", 401],
      ["POST", "/api/auth/sign-in/email", 200],
      ["POST", "none", 404],
    ]);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1] ?? "");
    expect(cookies.length).toBeGreaterThan(0);
    for (const secret of ["a-wrong-password", testPassword, email, id, ...cookies])
      expect(written.join("")).not.toContain(secret);
  });
});
