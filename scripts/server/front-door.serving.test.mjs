import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer } from "../test-server.mjs";

const env = {};
const person = { name: "Ines", email: "ines@example.test", password: "rehearse-before-you-ship" };
let server;
beforeAll(async () => {
  server = await startTestServer({ env });
  const [, token] = server.setupLink.split("#");
  await send("/api/v1/setup/claim", { token, workspaceName: "Meridian", ...person });
});
afterAll(() => server.stop());

async function send(path, body, headers = {}) {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
}

/** Signs in with the headers given, and says where the list of sign-ins and the audit trail have it from. */
async function signInFrom(headers) {
  const { email, password } = person;
  const cookie = await send("/api/auth/sign-in/email", { email, password }, headers);
  const get = async (path) =>
    (await fetch(`${server.baseUrl}/api/v1${path}`, { headers: { cookie } })).json();
  const { items: sessions } = await get("/sessions");
  const { address } = sessions.find(({ isCurrent }) => isCurrent);
  await send("/api/v1/workspaces/meridian/agents", { name: `Desk ${Math.random()}` }, { cookie, ...headers });
  const { items: rows } = await get("/workspaces/meridian/audit?action=agent.created");
  return { session: address, audit: rows[0].address };
}

const restartWith = async (trusted) => {
  env.GREENROOM_TRUSTED_PROXIES = trusted;
  await server.kill();
  await server.start();
};

describe("the caller's address, over HTTP", () => {
  it("is the socket's, whatever the caller writes, while no proxy is trusted", async () => {
    const claims = {
      "x-forwarded-for": "203.0.113.66",
      "x-real-ip": "203.0.113.67",
      forwarded: "for=203.0.113.68",
    };
    expect(await signInFrom(claims)).toEqual({ session: "127.0.0.1", audit: "127.0.0.1" });
  });

  it("is not for the caller to choose where guesses are limited", async () => {
    const guess = (number) =>
      fetch(`${server.baseUrl}/api/v1/invitations/look`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${number}` },
        body: JSON.stringify({ token: `guess-${number}` }),
      });
    const statuses = [];
    for (let number = 0; number < 65; number += 1) statuses.push((await guess(number)).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
    expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
  });

  it("is no way around the check of where a page came from", async () => {
    const response = await fetch(`${server.baseUrl}/api/v1/workspaces`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "https://evil.example",
        "x-forwarded-host": "evil.example",
      },
      body: JSON.stringify({ name: "Evil" }),
    });
    expect(response.status).toBe(403);
  });

  it("is what a trusted proxy says, through a chain of two, and never what stands further left", async () => {
    await restartWith("loopback, 10.0.0.0/8");
    expect(await signInFrom({ "x-forwarded-for": "198.51.100.1" })).toEqual({
      session: "198.51.100.1",
      audit: "198.51.100.1",
    });
    expect(await signInFrom({ "x-forwarded-for": "203.0.113.66, ::ffff:198.51.100.2, 10.0.0.2" })).toEqual({
      session: "198.51.100.2",
      audit: "198.51.100.2",
    });
  });

  it("is taken from a sign-out without a body too", async () => {
    const { email, password } = person;
    const cookie = await send("/api/auth/sign-in/email", { email, password });
    const session = async () =>
      (await fetch(`${server.baseUrl}/api/v1/session`, { headers: { cookie } })).status;
    expect(await session()).toBe(200);
    const out = await fetch(`${server.baseUrl}/api/auth/sign-out`, { method: "POST", headers: { cookie } });
    expect([out.status, await session()]).toEqual([200, 401]);
  });

  it("lets pages write under the host that a trusted proxy was asked for", async () => {
    const page = { origin: "https://rooms.example", "x-forwarded-host": "rooms.example" };
    await signInFrom({ "x-forwarded-for": "198.51.100.1", ...page });
  });
});
