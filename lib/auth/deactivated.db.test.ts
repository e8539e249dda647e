import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { holdAdmission, holdSignIn } from "@/lib/access/hold-admission";
import { lockPerson } from "@/lib/access/lock-person";
import { isStillAdmitted } from "@/lib/access/queries";
import { findSystemContext } from "@/lib/access/system-context";
import { inTransaction } from "@/lib/db/transaction";
import { sessionCookie, testPassword } from "@/lib/testing/api-session";
import { SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createWorkspace } from "./commands";
import { acceptKey } from "./commands/accept-key";
import { changeRole } from "./commands/change-role";
import { createKey } from "./commands/create-key";
import { leaveWorkspace } from "./commands/remove-member";
import { revokeKey } from "./commands/revoke-key";
import { transferWorkspace } from "./commands/transfer-workspace";
import { listKeys } from "./keys";
import { endAllSessions } from "./writes/end-sessions";
import { hashPassword, setPassword } from "./writes/set-password";

const { db } = testDatabase();

const deactivate = ({ actor }: Context) =>
  db.user.update({ where: { id: actor.userId }, data: { deactivatedAt: new Date() } });
const signIn = (browser: SignInBrowser, { actor }: Context, password = testPassword) =>
  browser.post("sign-in/email", { email: actor.email, password });
const sessionsOf = ({ actor }: Context) => db.session.count({ where: { userId: actor.userId } });

describe("an account that was deactivated", () => {
  it("is told so at the sign-in, once the password was right, and gets no session", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    await db.session.deleteMany({ where: { userId: person.actor.userId } });
    await deactivate(person);
    const browser = new SignInBrowser();
    const response = await signIn(browser, person);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: "ACCOUNT_DEACTIVATED",
      message: expect.stringContaining("Ask an operator"),
    });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await sessionsOf(person)).toBe(0);
    expect((await signIn(new SignInBrowser(), person, "not-the-password")).status).toBe(401);
  });

  it("has keys that let nobody in, and streams that end", async () => {
    const person = await aContext(db);
    const { key } = await createKey(person, { name: "CI", scopes: ["read"] });
    expect(await acceptKey({ db }, key, new Date())).not.toBeNull();
    expect(await isStillAdmitted(person)).toBe(true);
    await deactivate(person);
    expect(await acceptKey({ db }, key, new Date())).toBeNull();
    expect(await isStillAdmitted(person)).toBe(false);
  });

  it("has keys that are listed as stopped until it is let in again; what has ended stays so", async () => {
    const owner = await aContext(db);
    const person = await aColleague(owner, "author");
    const [running, ended] = [
      await createKey(person, { name: "CI", scopes: ["read"] }),
      await createKey(person, { name: "Old", scopes: ["read"] }),
    ];
    await revokeKey(person, { key: ended.id });
    const states = async () =>
      Object.fromEntries((await listKeys(owner)).map(({ name, state }) => [name, state]));
    expect(await states()).toEqual({ CI: "active", Old: "revoked" });
    await deactivate(person);
    expect(await states()).toEqual({ CI: "stopped", Old: "revoked" });
    await db.user.update({ where: { id: person.actor.userId }, data: { deactivatedAt: null } });
    expect(await states()).toEqual({ CI: "active", Old: "revoked" });
    expect(await acceptKey({ db }, running.key, new Date())).not.toBeNull();
  });

  it("writes nothing any more, by a sign-in, by a key or by what was begun with them", async () => {
    const person = await aContext(db);
    const { key } = await createKey(person, { name: "CI", scopes: ["write"] });
    const program = await acceptKey({ db }, key, new Date());
    if (!program) throw new Error("The key does not work.");
    const { id: sessionId } = await db.session.create({
      data: {
        userId: person.actor.userId,
        token: crypto.randomUUID(),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    await deactivate(person);
    for (const actor of [program, { ...person.actor, sessionId }, person.actor])
      await expect(
        inTransaction({ ...person, actor }, (context) => holdAdmission(context)),
      ).rejects.toMatchObject({
        code: "UNAUTHENTICATED",
      });
  });

  it("does not count as the other owner, and is given nothing to own", async () => {
    const owner = await aContext(db);
    const other = await aColleague(owner, "owner", "Olga");
    const author = await aColleague(owner, "author");
    await deactivate(other);
    await deactivate(author);
    await expect(leaveWorkspace(owner)).rejects.toMatchObject({ details: { reason: "last-owner" } });
    const { userId } = author.actor;
    await expect(changeRole(owner, { member: userId, role: "owner" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("is deactivated"),
    });
    await expect(
      transferWorkspace(owner, { to: userId, confirmName: owner.workspace.name }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });
});

describe("deactivating somebody who signs in at that moment", () => {
  it("leaves no session, whichever comes first", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    for (let round = 0; round < 5; round += 1) {
      await db.user.update({ where: { id: person.actor.userId }, data: { deactivatedAt: null } });
      const signingIn = Array.from({ length: 3 }, () => signIn(new SignInBrowser(), person));
      await new Promise((resolve) => setTimeout(resolve, round * 40));
      await inTransaction({ db }, async (context) => {
        await lockPerson(context, person.actor.userId);
        await context.db.user.update({
          where: { id: person.actor.userId },
          data: { deactivatedAt: new Date() },
        });
        await endAllSessions(context, person.actor.userId);
      });
      const statuses = (await Promise.all(signingIn)).map(({ status }) => status);
      expect(statuses.every((status) => [200, 403].includes(status))).toBe(true);
      expect(await sessionsOf(person), `round ${round}: ${statuses}`).toBe(0);
    }
  });

  it("does not let a session through that was inserted while the account was held", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    await db.session.deleteMany({ where: { userId: person.actor.userId } });
    let answer: Promise<Response> | undefined;
    await inTransaction({ db }, async (context) => {
      await lockPerson(context, person.actor.userId);
      await endAllSessions(context, person.actor.userId);
      answer = signIn(new SignInBrowser(), person);
      // Longer than checking a password takes: the session waits for this transaction.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await context.db.user.update({
        where: { id: person.actor.userId },
        data: { deactivatedAt: new Date() },
      });
    });
    expect((await answer)?.status).toBe(403);
    expect(await sessionsOf(person)).toBe(0);
  });
});

describe("replacing a password", () => {
  it("turns away who signs in with the one before at that moment", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    const passwordHash = await hashPassword("the-password-after-it");
    let answer: Promise<Response> | undefined;
    await inTransaction({ db }, async (context) => {
      await lockPerson(context, person.actor.userId);
      answer = signIn(new SignInBrowser(), person);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await setPassword(context, person.actor.userId, passwordHash);
      await endAllSessions(context, person.actor.userId);
    });
    expect((await answer)?.status).toBe(401);
    expect(await sessionsOf(person)).toBe(0);
    expect((await signIn(new SignInBrowser(), person)).status).toBe(401);
    expect((await signIn(new SignInBrowser(), person, "the-password-after-it")).status).toBe(200);
  });

  it("is not undone by a change of the old one that was under way", async () => {
    const person = await aContext(db);
    const browser = new SignInBrowser();
    await sessionCookie(person);
    expect((await signIn(browser, person)).status).toBe(200);
    const passwordHash = await hashPassword("the-password-after-it");
    const body = { currentPassword: testPassword, newPassword: "a-password-of-a-thief" };
    const change = browser.post("change-password", body);
    // By now the session was looked at, and on a machine with time the old password's hash: it is being compared.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await inTransaction({ db }, async (context) => {
      await lockPerson(context, person.actor.userId);
      await setPassword(context, person.actor.userId, passwordHash);
      await endAllSessions(context, person.actor.userId);
    });
    expect([400, 401], "wrong by now, or signed out").toContain((await change).status);
    expect((await signIn(new SignInBrowser(), person, body.newPassword)).status).toBe(401);
    expect((await signIn(new SignInBrowser(), person, "the-password-after-it")).status).toBe(200);
  });
});

describe("who is no operator any more", () => {
  it("opens no workspace with a request that was let in before", async () => {
    const operator = await aContext(db, { isOperator: true });
    await db.user.update({ where: { id: operator.actor.userId }, data: { isOperator: false } });
    await expect(createWorkspace(operator, { name: "Late" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("leaves what the server does by itself to another operator", async () => {
    const [claimed, other] = [
      await aContext(db, { isOperator: true }),
      await aContext(db, { isOperator: true }),
    ];
    await db.instance.upsert({
      where: { id: "instance" },
      create: { claimedAt: new Date(), claimedById: claimed.actor.userId },
      update: { claimedAt: new Date(), claimedById: claimed.actor.userId },
    });
    const whoActs = async () => {
      const system = await findSystemContext({ db }, null);
      return system.ready ? system.context.actor.userId : system.reason;
    };
    expect(await whoActs()).toBe(claimed.actor.userId);
    await db.user.updateMany({
      where: { isOperator: true, id: { notIn: [claimed.actor.userId, other.actor.userId] } },
      data: { isOperator: false },
    });
    await deactivate(claimed);
    expect(await whoActs()).toBe(other.actor.userId);
    await deactivate(other);
    expect(await whoActs()).toBe("no operator of this installation is active");
    await expect(inTransaction(other, (context) => holdSignIn(context))).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});
