import { afterAll, describe, expect, it, vi } from "vitest";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMailServer, headersOf } from "@/lib/testing/servers/mail-server";
import { deactivateAccount } from "./commands/deactivate-account";
import { makeResetLink } from "./commands/make-reset-link";
import { requestResetLink } from "./commands/request-reset-link";
import { resetPassword } from "./commands/reset-password";
import { lookAtResetLink } from "./reset-links";

const { db } = testDatabase();
const from = "Greenroom <greenroom@example.test>";
const visitor = (now = new Date()) => ({ db, now: () => now, traceId: "0".repeat(32), address: null });
const mailServer = await aMailServer();
const mail = { url: mailServer.url, from };
const lettersTo = (email: string) => mailServer.letters.filter(({ to }) => to.includes(email));
const ask = (email: string, now?: Date) => requestResetLink(visitor(now), { email }, mail).sent;
const linkIn = (source: string) =>
  /^http:\S+#(\S+)$/m.exec(source.replace(/=\r\n/g, "").replace(/\r/g, ""))?.[1] ?? "";
const aPersonWithPassword = async () => {
  const person = await aContext(db);
  await sessionCookie(person);
  return { person, email: person.actor.email };
};

afterAll(() => mailServer.close());

describe("asking for a new password by e-mail", () => {
  it("sends a link that works, in a letter of plain text, and tells of the change afterwards", async () => {
    const { person, email } = await aPersonWithPassword();
    await ask(email.toUpperCase());
    const [letter] = lettersTo(email);
    expect(letter && headersOf(letter).get("subject")).toEqual(["A new password for Greenroom"]);
    const token = linkIn(letter?.source ?? "");
    expect(await lookAtResetLink({ db }, token, new Date())).toMatchObject({
      state: "open",
      account: { email },
    });
    await resetPassword(visitor(), { token, password: "a-new-password-of-theirs" }, mail);
    await vi.waitFor(() => expect(lettersTo(email)).toHaveLength(2));
    expect(lettersTo(email)[1]?.source).toContain("every browser was signed out");
    expect(
      await db.audit.findMany({
        where: { objectId: person.actor.userId, action: "person.reset-link-requested" },
      }),
    ).toMatchObject([{ actorId: null, actorName: "Somebody who is not signed in", workspaceId: null }]);
  });

  it("sends nothing to an address without an account, nor to a deactivated one, and answers nothing else", async () => {
    await ask("nobody-here@example.test");
    expect(lettersTo("nobody-here@example.test")).toEqual([]);
    const { person, email } = await aPersonWithPassword();
    const operator = await aContext(db, { isOperator: true });
    await deactivateAccount(operator, { person: person.actor.userId });
    await ask(email);
    expect(lettersTo(email)).toEqual([]);
  });

  it("tells whoever has no password how they sign in, and makes them none", async () => {
    const person = await aContext(db);
    await ask(person.actor.email);
    const [letter] = lettersTo(person.actor.email);
    expect(letter?.source).toContain("It has none");
    expect(await db.resetLink.count({ where: { userId: person.actor.userId } })).toBe(0);
  });

  it("fills no mailbox: three letters an hour, however many ask at once", async () => {
    const { email } = await aPersonWithPassword();
    await Promise.all(Array.from({ length: 8 }, () => ask(email)));
    expect(lettersTo(email)).toHaveLength(3);
    await ask(email, new Date(Date.now() + 61 * 60_000));
    expect(lettersTo(email)).toHaveLength(4);
  });

  it("leaves the link that an operator made", async () => {
    const { person, email } = await aPersonWithPassword();
    const operator = await aContext(db, { isOperator: true });
    const made = await makeResetLink(operator, { person: person.actor.userId });
    await ask(email);
    const token = new URL(made.url).hash.slice(1);
    expect((await lookAtResetLink({ db }, token, new Date())).state).toBe("open");
  });

  it("does not mind an e-mail server that is down", async () => {
    const { email } = await aPersonWithPassword();
    await requestResetLink(visitor(), { email }, { url: "smtp://127.0.0.1:1", from }).sent;
    expect(lettersTo(email)).toEqual([]);
  });
});

describe("over the API", () => {
  it("says where no e-mail is sent, whatever the address", async () => {
    const { email } = await aPersonWithPassword();
    for (const address of [email, "nobody@example.test"]) {
      const response = await callApi("post", "/reset-links/request", { body: { email: address } });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ details: { reason: "no-mail" } });
    }
  });

  it("stops who asks for one address again and again", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 21; attempt += 1)
      statuses.push(
        (await callApi("post", "/reset-links/request", { body: { email: "a@example.test" } })).status,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});
