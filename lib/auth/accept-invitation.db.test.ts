import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { acceptInvitation, acceptInvitationAsNew } from "./commands/accept-invitation";
import { changeRole } from "./commands/change-role";
import { createInvitation } from "./commands/create-invitation";
import { removeMember } from "./commands/remove-member";
import { revokeInvitation } from "./commands/revoke-invitation";
import type { CreateInvitation } from "./invitation-schema";
import { listInvitations, lookAtInvitation } from "./invitations";
import { listMembers, listWorkspaces } from "./queries";

const { db } = testDatabase();
const dayMs = 24 * 60 * 60 * 1000;
let strangers = 0;
const newcomer = (email?: string) => {
  strangers += 1;
  return {
    name: `Newcomer ${strangers}`,
    email: email ?? `new-${strangers}@example.test`,
    password: "a-long-password",
  };
};
const visitor = (now = new Date()) => ({ db, now: () => now, traceId: "0".repeat(32), address: null });
const later = (context: Context, days: number): Context => ({
  ...context,
  now: () => new Date(Date.now() + days * dayMs),
});

async function invite(context: Context, input: Partial<CreateInvitation> = {}) {
  const made = await createInvitation(context, { role: "author", ...input }, null);
  return { ...made, token: new URL(made.url).hash.slice(1) };
}

describe("acceptInvitation", () => {
  it("makes whoever is signed in a member, once", async () => {
    const context = await aContext(db);
    const { token, id } = await invite(context, { role: "reviewer" });
    const person = await aPerson(db, { name: "Ines" });
    const joined = await acceptInvitation(person, { token });
    expect(joined).toMatchObject({ slug: context.workspace.slug, role: "reviewer" });
    expect(await listWorkspaces(person)).toMatchObject([{ role: "reviewer" }]);
    expect((await listInvitations(context)).items).toMatchObject([
      { id, state: "accepted", accepted: { by: { name: "Ines" } } },
    ]);
    expect(
      await db.audit.findMany({ where: { workspaceId: context.workspace.id, action: "member.joined" } }),
    ).toMatchObject([{ actorId: person.actor.userId, detail: { role: "reviewer", invitation: id } }]);
  });

  it("has its own outcome for a link that is used, expired, revoked or unknown, and for a member", async () => {
    const context = await aContext(db);
    const person = await aPerson(db);
    const outcome = (token: string, asked = person) => expect(acceptInvitation(asked, { token })).rejects;
    const used = await invite(context);
    await acceptInvitation(await aPerson(db), { token: used.token });
    await outcome(used.token).toMatchObject({ code: "GONE", details: { reason: "used" } });
    const revoked = await invite(context);
    await revokeInvitation(context, { invitation: revoked.id });
    await outcome(revoked.token).toMatchObject({ code: "GONE", details: { reason: "revoked" } });
    const expired = await invite(context, { expiresInDays: 1 });
    await outcome(expired.token, { ...person, now: later(context, 2).now }).toMatchObject({
      code: "GONE",
      details: { reason: "expired" },
    });
    await outcome("not-a-token").toMatchObject({ code: "NOT_FOUND" });
    const open = await invite(context);
    await outcome(open.token, context).toMatchObject({ code: "CONFLICT", details: { reason: "member" } });
    expect((await lookAtInvitation({ db }, open.token, new Date())).state).toBe("open");
  });

  it("lets only the address in that the link is for", async () => {
    const context = await aContext(db);
    const person = await aPerson(db);
    const { token } = await invite(context, { email: "somebody-else@example.test" });
    await expect(acceptInvitation(person, { token })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { reason: "other-address" },
    });
    const theirs = await invite(context, { email: person.actor.email.toUpperCase() });
    expect(await acceptInvitation(person, { token: theirs.token })).toMatchObject({ role: "author" });
  });

  it("is closed to keys", async () => {
    const context = await aContext(db);
    const person = await aContext(db);
    const { token } = await invite(context);
    const key = { id: person.workspace.id, name: "CI", workspaceId: person.workspace.id, scopes: [] };
    await expect(
      acceptInvitation({ ...person, actor: { ...person.actor, key } }, { token }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("does not work any more when who made the link is gone or no longer may", async () => {
    const owner = await aContext(db);
    const [removed, demoted, lowered] = [
      await aColleague(owner, "admin"),
      await aColleague(owner, "admin"),
      await aColleague(owner, "owner"),
    ];
    const links = [await invite(removed), await invite(demoted), await invite(lowered, { role: "owner" })];
    const still = await invite(lowered, { role: "admin" });
    await removeMember(owner, { member: removed.actor.userId });
    await changeRole(owner, { member: demoted.actor.userId, role: "author" });
    await changeRole(owner, { member: lowered.actor.userId, role: "admin" });
    for (const { token } of links)
      await expect(acceptInvitation(await aPerson(db), { token })).rejects.toMatchObject({
        details: { reason: "revoked" },
      });
    expect(await acceptInvitation(await aPerson(db), { token: still.token })).toMatchObject({
      role: "admin",
    });
  });
});

describe("acceptInvitationAsNew", () => {
  it("makes the account and the membership, both or neither", async () => {
    const context = await aContext(db);
    const { token } = await invite(context, { email: "ines@example.org" });
    await expect(acceptInvitationAsNew(visitor(), { token, account: newcomer() })).rejects.toMatchObject({
      details: { reason: "other-address" },
    });
    const before = await db.user.count();
    const account = newcomer("Ines@Example.org");
    expect(await acceptInvitationAsNew(visitor(), { token, account })).toMatchObject({ role: "author" });
    expect(await db.user.count()).toBe(before + 1);
    const again = acceptInvitationAsNew(visitor(), { token, account: newcomer("ines@example.org") });
    await expect(again).rejects.toMatchObject({ code: "GONE" });
    const user = await db.user.findUniqueOrThrow({ where: { email: "ines@example.org" } });
    expect(user).toMatchObject({ isOperator: false, isMachine: false });
  });

  it("sends somebody who has an account to the sign-in", async () => {
    const context = await aContext(db);
    const person = await aPerson(db);
    const { token } = await invite(context);
    const account = newcomer(person.actor.email);
    await expect(acceptInvitationAsNew(visitor(), { token, account })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "has-account" },
    });
  });
});

describe("many at once", () => {
  const reasons = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.map((result) =>
      result.status === "fulfilled" ? "joined" : String(result.reason.details?.reason),
    );

  it("twenty people with one link: one joins, the others are told that it was used", async () => {
    const context = await aContext(db);
    const { token } = await invite(context);
    const people = await Promise.all(Array.from({ length: 20 }, () => aPerson(db)));
    const results = await Promise.allSettled(people.map((person) => acceptInvitation(person, { token })));
    expect(reasons(results).sort()).toEqual(["joined", ...Array.from({ length: 19 }, () => "used")]);
    expect(await listMembers(context)).toHaveLength(2);
    expect(await joinedRows(db, context)).toBe(1);
  });

  it("twenty newcomers with one link: one account is made", async () => {
    const context = await aContext(db);
    const { token } = await invite(context);
    const before = await db.user.count();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => acceptInvitationAsNew(visitor(), { token, account: newcomer() })),
    );
    expect(reasons(results).sort()).toEqual(["joined", ...Array.from({ length: 19 }, () => "used")]);
    expect(await db.user.count()).toBe(before + 1);
    expect(await joinedRows(db, context)).toBe(1);
  });

  it("one person twenty times with one link joins once", async () => {
    const context = await aContext(db);
    const { token } = await invite(context);
    const person = await aPerson(db);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => acceptInvitation(person, { token })),
    );
    expect(reasons(results).filter((reason) => reason === "joined")).toHaveLength(1);
    expect(await joinedRows(db, context)).toBe(1);
  });

  it("revoked while twenty accept: somebody joined or it was revoked, never both", async () => {
    const context = await aContext(db);
    const { token, id } = await invite(context);
    const people = await Promise.all(Array.from({ length: 20 }, () => aPerson(db)));
    const [revoking, ...accepting] = await Promise.allSettled([
      revokeInvitation(context, { invitation: id }),
      ...people.map((person) => acceptInvitation(person, { token })),
    ]);
    const joined = accepting.filter(({ status }) => status === "fulfilled").length;
    expect(joined).toBe(revoking.status === "fulfilled" ? 0 : 1);
    expect(await listMembers(context)).toHaveLength(1 + joined);
  });

  const joinedRows = (database: Db, context: Context) =>
    database.audit.count({ where: { workspaceId: context.workspace.id, action: "member.joined" } });
});
