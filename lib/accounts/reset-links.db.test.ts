import { describe, expect, it } from "vitest";
import { createKey } from "@/lib/auth/commands/create-key";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { sessionCookie, testPassword } from "@/lib/testing/api-session";
import { SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import type { MachineAdministrator } from "./administrator";
import { makeOperator, removeOperator } from "./commands/change-operator";
import { deactivateAccount } from "./commands/deactivate-account";
import { makeMemberResetLink, makeResetLink } from "./commands/make-reset-link";
import { resetPassword, setAccountPassword } from "./commands/reset-password";
import { lookAtResetLink } from "./reset-links";

const { db } = testDatabase();
const password = "a-new-password-of-theirs";
const minuteMs = 60_000;

type Someone = Awaited<ReturnType<typeof aContext>>;
const idOf = ({ actor }: { actor: { userId: string } }) => actor.userId;
const visitor = (now = new Date()) => ({ db, now: () => now, traceId: "0".repeat(32), address: "10.0.0.1" });
const tokenOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);
const machine: MachineAdministrator = {
  ...visitor(),
  actor: {
    kind: "machine-administrator",
    userId: null,
    name: "The machine’s administrator",
    account: "root",
  },
};
const stateOf = async (made: { url: string }, now = new Date()) =>
  (await lookAtResetLink({ db }, tokenOf(made), now)).state;
const use = (made: { url: string }, now = new Date()) =>
  resetPassword(visitor(now), { token: tokenOf(made), password }, null);
const signInStatus = async ({ actor }: Someone, typed: string) =>
  (await new SignInBrowser().post("sign-in/email", { email: actor.email, password: typed })).status;
const linkByOperator = async (person: Someone) => {
  const operator = await aContext(db, { isOperator: true });
  return { operator, made: await makeResetLink(operator, { person: idOf(person) }) };
};

describe("a reset link", () => {
  it("sets a new password, ends every session, and leaves keys and the second step as they were", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    await createKey(person, { name: "CI", scopes: ["read"] });
    const { operator, made } = await linkByOperator(person);
    expect(await lookAtResetLink({ db }, tokenOf(made), new Date())).toEqual({
      state: "open",
      account: { name: person.actor.name, email: person.actor.email },
    });
    await db.user.update({ where: { id: idOf(person) }, data: { twoFactorEnabled: true } });
    expect(await use(made)).toEqual({ email: person.actor.email, twoFactor: true, keys: 1, provider: null });
    expect(await db.session.count({ where: { userId: idOf(person) } })).toBe(0);
    expect(await signInStatus(person, testPassword)).toBe(401);
    const browser = new SignInBrowser();
    const answer = await browser.post("sign-in/email", { email: person.actor.email, password });
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
    const where = { objectId: idOf(person), workspaceId: null };
    const trail = await db.audit.findMany({ where, orderBy: { id: "asc" } });
    expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["person.signed-in", idOf(person)],
      ["person.reset-link-made", idOf(operator)],
      ["person.password-reset", idOf(person)],
      ["sign-in.refused", null],
    ]);
    expect(JSON.stringify(trail.map(({ detail }) => detail))).not.toContain(tokenOf(made));
  });

  it("is kept as a hash alone, works once and for an hour, and only the newest of an origin", async () => {
    const person = await aContext(db);
    const { operator, made } = await linkByOperator(person);
    expect(JSON.stringify(await db.resetLink.findMany())).not.toContain(tokenOf(made));
    const late = new Date(Date.now() + 61 * minuteMs);
    expect(await stateOf(made, late)).toBe("expired");
    await expect(use(made, late)).rejects.toMatchObject({ code: "GONE", details: { reason: "expired" } });
    const newer = await makeResetLink(operator, { person: idOf(person) });
    expect([await stateOf(made), await stateOf(newer)]).toEqual(["unknown", "open"]);
    await use(newer);
    await expect(use(newer)).rejects.toMatchObject({ code: "GONE", details: { reason: "used" } });
    expect(await lookAtResetLink({ db }, tokenOf(newer), new Date())).toEqual({
      state: "used",
      account: null,
    });
    await expect(use({ url: "http://here.test/reset#nothing" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("used by many at the same moment works for one of them", async () => {
    const person = await aContext(db);
    const { made } = await linkByOperator(person);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((each) =>
        resetPassword(visitor(), { token: tokenOf(made), password: `${password}-${each}` }, null),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = outcomes.findIndex(({ status }) => status === "fulfilled") + 1;
    for (const each of [1, 2, 3, 4])
      expect(await signInStatus(person, `${password}-${each}`)).toBe(each === winner ? 200 : 401);
  });

  it("ends every other link of the account when it is used", async () => {
    const person = await aContext(db);
    const { made } = await linkByOperator(person);
    const other = await makeResetLink(machine, { person: idOf(person) });
    await use(made);
    expect(await stateOf(other)).toBe("unknown");
  });

  it("gives somebody their first password who only had a provider", async () => {
    const person = await aContext(db);
    await use((await linkByOperator(person)).made);
    expect(await signInStatus(person, password)).toBe(200);
  });

  it("takes no password that the sign-in would not take, and then holds on", async () => {
    const { made } = await linkByOperator(await aContext(db));
    await expect(resetPassword(visitor(), { token: tokenOf(made), password: "short" }, null)).rejects.toThrow(
      "at least 12 characters",
    );
    expect(await stateOf(made)).toBe("open");
  });
});

describe("an operator's link", () => {
  it("holds no longer once its maker is none, or its account is deactivated", async () => {
    const person = await aContext(db);
    const { operator, made } = await linkByOperator(person);
    await aContext(db, { isOperator: true });
    await removeOperator(operator, { person: idOf(operator) });
    expect(await stateOf(made)).toBe("withdrawn");
    await expect(use(made)).rejects.toMatchObject({ code: "GONE", details: { reason: "withdrawn" } });
    await makeOperator(machine, { person: idOf(operator) });
    expect(await stateOf(made)).toBe("open");
    await deactivateAccount(operator, { person: idOf(person) });
    expect(await stateOf(made)).toBe("unknown");
    await expect(makeResetLink(operator, { person: idOf(person) })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
  });

  it("is for others: whoever finds an operator's browser open gets no password of theirs", async () => {
    const operator = await aContext(db, { isOperator: true });
    await expect(makeResetLink(operator, { person: idOf(operator) })).rejects.toMatchObject({
      details: { reason: "self" },
    });
    await expect(makeResetLink(await aContext(db), { person: idOf(operator) })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("a link by an admin of the workspace", () => {
  const link = (admin: Someone, member: Someone) => makeMemberResetLink(admin, { member: idOf(member) });

  it("is made for a member whose account is this workspace's alone, and both trails say so", async () => {
    const admin = await aContext(db, { role: "admin" });
    const member = await aColleague(admin, "author");
    const made = await link(admin, member);
    await use(made);
    expect(await signInStatus(member, password)).toBe(200);
    const rows = await db.audit.findMany({
      where: { objectId: idOf(member), actorId: idOf(admin) },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action, workspaceId }) => [action, workspaceId])).toEqual([
      ["member.reset-link-made", admin.workspace.id],
      ["person.reset-link-made", null],
    ]);
  });

  it("is refused, with the reason, for who is elsewhere too, above the admin, an operator, or nobody here", async () => {
    const admin = await aContext(db, { role: "admin" });
    const elsewhere = await aColleague(admin, "viewer");
    const other = await aContext(db);
    await db.member.create({
      data: { workspaceId: other.workspace.id, userId: idOf(elsewhere), role: "viewer" },
    });
    const operator = await aColleague(admin, "viewer");
    await db.user.update({ where: { id: idOf(operator) }, data: { isOperator: true } });
    const refusals: [Someone, string][] = [
      [elsewhere, "not this workspace’s alone"],
      [await aColleague(admin, "owner"), "is owner and your role here is admin"],
      [operator, "is an operator of this installation"],
    ];
    for (const [member, reason] of refusals)
      await expect(link(admin, member)).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining(reason),
      });
    await expect(link(admin, other)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(link(admin, admin)).rejects.toMatchObject({ details: { reason: "self" } });
    await expect(link(await aColleague(admin, "reviewer"), elsewhere)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await db.resetLink.count({ where: { workspaceId: admin.workspace.id } })).toBe(0);
  });

  it("opens nothing once the account is more than the admin could speak for", async () => {
    const admin = await aContext(db, { role: "owner" });
    const changes: ((member: Someone, maker: Someone) => Promise<unknown>)[] = [
      async (member) => {
        const { workspace } = await aContext(db);
        const joined = { workspaceId: workspace.id, userId: idOf(member), role: "viewer" as const };
        return db.member.create({ data: joined });
      },
      (member) => db.user.update({ where: { id: idOf(member) }, data: { isOperator: true } }),
      (member) => db.member.updateMany({ where: { userId: idOf(member) }, data: { role: "owner" } }),
      (member) => removeMember(admin, { member: idOf(member) }),
      (_, maker) => removeMember(admin, { member: idOf(maker) }),
      (_, maker) => db.member.updateMany({ where: { userId: idOf(maker) }, data: { role: "author" } }),
    ];
    for (const change of changes) {
      const [maker, member] = [await aColleague(admin, "admin"), await aColleague(admin, "author")];
      const made = await link(maker, member);
      expect(await stateOf(made)).toBe("open");
      await change(member, maker);
      expect(await stateOf(made)).toBe("withdrawn");
      await expect(use(made)).rejects.toMatchObject({ code: "GONE" });
    }
  });

  it("is not made by a request whose role was taken meanwhile", async () => {
    const owner = await aContext(db);
    const [admin, member] = [await aColleague(owner, "admin"), await aColleague(owner, "author")];
    await db.member.updateMany({ where: { userId: idOf(admin) }, data: { role: "viewer" } });
    await expect(link(admin, member)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a password set on the machine", () => {
  it("works at once, ends the sessions and is written down as the machine's doing", async () => {
    const person = await aContext(db);
    await sessionCookie(person);
    await setAccountPassword(machine, { person: idOf(person), password }, null);
    expect(await db.session.count({ where: { userId: idOf(person) } })).toBe(0);
    expect(await signInStatus(person, password)).toBe(200);
    const where = { objectId: idOf(person), action: "person.password-reset" };
    expect(await db.audit.findMany({ where })).toMatchObject([
      { actorId: null, detail: { by: "machine", machineAccount: "root" } },
    ]);
    await expect(
      setAccountPassword(machine, { person: idOf(await aPerson(db)), password: "short" }, null),
    ).rejects.toThrow("at least 12 characters");
  });
});
