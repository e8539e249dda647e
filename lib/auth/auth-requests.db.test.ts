import { describe, expect, it } from "vitest";
import { givePassword, sessionCookie, testPassword } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { handleAuthRequest } from "./adapters/better-auth";

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
