import { describe, expect, it } from "vitest";
import { givePassword, sessionCookie, testPassword } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { handleAuthRequest } from "./adapters/better-auth";
import { knownDevice, markDevice } from "./known-device";

const { db } = testDatabase();

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = JSON.stringify(body);
  return handleAuthRequest(
    new Request(`http://127.0.0.1:3000/api/auth/${path}`, {
      method: "POST",
      headers: {
        host: "127.0.0.1:3000",
        origin: "http://127.0.0.1:3000",
        "content-type": "application/json",
        "content-length": String(text.length),
        ...headers,
      },
      body: text,
    }),
  );
}

describe("signing in", () => {
  it("stops who guesses one person's password, whatever address the guesses claim to come from", async () => {
    const { actor } = await aContext(db);
    const statuses = new Set<number>();
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const from = { "x-forwarded-for": `10.0.0.${attempt}` };
      const { status } = await post(
        "sign-in/email",
        { email: actor.email, password: `guess-number-${attempt}` },
        from,
      );
      statuses.add(status);
    }
    expect([...statuses]).toEqual([401]);
    const last = { "x-forwarded-for": "10.0.0.99" };
    const email = actor.email.toUpperCase();
    expect((await post("sign-in/email", { email, password: "guess-number-21" }, last)).status).toBe(429);
    const other = { email: "somebody-else@example.test", password: "guess-number-22" };
    expect((await post("sign-in/email", other, last)).status).toBe(401);
  });

  it("lets nobody else's guesses keep out a browser that got in before, nor from one address everybody", async () => {
    const { actor } = await aContext(db);
    await givePassword(db, actor.userId);
    const attempt = (secret: string, address: string, cookie = "") =>
      post(
        "sign-in/email",
        { email: actor.email, password: secret },
        { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) },
      );
    const first = await attempt(testPassword, "192.0.2.10");
    const mark = first.headers.getSetCookie().find((each) => each.startsWith("greenroom.device=")) ?? "";
    expect(mark).toMatch(/; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const device = mark.split(";")[0] ?? "";
    const guesses = [];
    for (let at = 0; at < 11; at += 1) guesses.push((await attempt(`guess-${at}`, "198.51.100.66")).status);
    expect([guesses.indexOf(429), guesses.length]).toEqual([10, 11]);
    for (let at = 0; at < 12; at += 1) await attempt(`guess-${at}`, `198.51.101.${at}`);
    const elsewhere = await attempt(testPassword, "192.0.2.11");
    expect([elsewhere.status, elsewhere.headers.get("retry-after")]).toEqual([429, "60"]);
    const forged = device.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await attempt(testPassword, "192.0.2.11", forged)).status).toBe(429);
    const known = await attempt(testPassword, "192.0.2.11", device);
    expect(known.status).toBe(200);
    expect(known.headers.getSetCookie().some((each) => each.startsWith("greenroom.device="))).toBe(false);
  });

  it("marks a browser for the account that it got into, and for no other", async () => {
    const { actor } = await aContext(db);
    const [mark = ""] = markDevice("other@example.test").split(";");
    const headers = new Headers({ cookie: `a=b; ${mark}; c=d` });
    expect(knownDevice(headers, "Other@example.test")).toMatch(/^[\w-]{22}$/);
    expect(knownDevice(headers, actor.email)).toBeNull();
    expect(knownDevice(new Headers(), "other@example.test")).toBeNull();
  });

  it("takes no form for a body: an address in one would be counted by nobody", async () => {
    const { actor } = await aContext(db);
    const guess = async (body: BodyInit) =>
      handleAuthRequest(
        new Request("http://127.0.0.1:3000/api/auth/sign-in/email", {
          method: "POST",
          headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000", "x-forwarded-for": "10.0.1.1" },
          body,
        }),
      );
    const fields = { email: actor.email, password: "guess-of-a-password" };
    expect((await guess(new URLSearchParams(fields))).status).toBe(422);
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.set(name, value);
    expect((await guess(parts)).status).toBe(422);
    expect((await guess(JSON.stringify(fields))).status).toBe(422);
  });

  it("refuses a body that is larger than signing in needs", async () => {
    const response = await post("sign-in/email", { email: "a@example.test", password: "x".repeat(70_000) });
    expect(response.status).toBe(413);
  });
});

describe("being signed in", () => {
  it("lists the caller's address as the audit trail spells it", async () => {
    const { actor } = await aContext(db);
    await givePassword(db, actor.userId);
    const body = { email: actor.email, password: testPassword };
    expect((await post("sign-in/email", body, { "x-forwarded-for": "2001:db8::7:1" })).status).toBe(200);
    const session = await db.session.findFirstOrThrow({ where: { userId: actor.userId } });
    const row = await db.audit.findFirstOrThrow({ where: { actorId: actor.userId } });
    expect([session.ipAddress, row.address]).toEqual(["2001:db8::7:1", "2001:db8::7:1"]);
  });
});

describe("signing out", () => {
  it("needs no body", async () => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    const response = await handleAuthRequest(
      new Request("http://127.0.0.1:3000/api/auth/sign-out", {
        method: "POST",
        headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000", cookie },
      }),
    );
    expect(response.status).toBe(200);
    expect(await db.session.count({ where: { userId: context.actor.userId } })).toBe(0);
  });
});

describe("changing one's own account", () => {
  it("holds the name to what it may be, and never makes anybody the operator", async () => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    expect((await post("update-user", { name: "x".repeat(101) }, { cookie })).status).toBe(422);
    expect((await post("update-user", { name: "a\u0000b" }, { cookie })).status).toBe(422);
    expect((await post("update-user", { name: "Ines", isOperator: true }, { cookie })).ok).toBe(false);
    expect((await post("update-user", { name: "Ines" }, { cookie })).status).toBe(200);
    const user = await db.user.findUniqueOrThrow({ where: { id: context.actor.userId } });
    expect(user).toMatchObject({ name: "Ines", isOperator: false });
    const trail = { actorId: context.actor.userId, action: "person.changed" };
    expect(await db.audit.findMany({ where: trail })).toMatchObject([{ objectName: "Ines" }]);
  });
});
