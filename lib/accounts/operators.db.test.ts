import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { acceptKey } from "@/lib/auth/commands/accept-key";
import { createInvitation } from "@/lib/auth/commands/create-invitation";
import { createKey } from "@/lib/auth/commands/create-key";
import { followChanges } from "@/lib/notifications/follow-changes";
import { createConversation } from "@/lib/sessions/commands";
import { sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import type { MachineAdministrator } from "./administrator";
import { makeOperator, removeOperator } from "./commands/change-operator";
import { deactivateAccount, reactivateAccount } from "./commands/deactivate-account";
import { resetTwoFactor } from "./commands/reset-two-factor";
import { getAccount, listAccounts, listInstanceWorkspaces } from "./queries";

const { db } = testDatabase();
const idOf = ({ actor }: { actor: { userId: string } }) => actor.userId;
const anOperator = (name?: string) => aContext(db, { isOperator: true, ...(name ? { name } : {}) });
const userOf = (context: Context) => db.user.findUniqueOrThrow({ where: { id: idOf(context) } });
const trailOf = (objectId: string) =>
  db.audit.findMany({ where: { objectId, workspaceId: null }, orderBy: { id: "asc" } });
const activeOperators = () => db.user.count({ where: { isOperator: true, deactivatedAt: null } });

const machine: MachineAdministrator = {
  actor: {
    kind: "machine-administrator",
    userId: null,
    name: "The machine’s administrator",
    account: "root",
  },
  db,
  now: () => new Date(),
  traceId: "0".repeat(32),
  address: null,
};

// Who is the only operator is a question about the whole installation.
beforeEach(async () => {
  await db.user.updateMany({ data: { isOperator: false } });
});

describe("operators", () => {
  it("are made by operators, once, and the trail of the installation says by whom", async () => {
    const operator = await anOperator("Olga");
    const person = await aContext(db, { name: "Ines" });
    expect(await makeOperator(operator, { person: idOf(person) })).toBe(true);
    expect(await makeOperator(operator, { person: idOf(person) })).toBe(false);
    expect((await userOf(person)).isOperator).toBe(true);
    expect(await trailOf(idOf(person))).toMatchObject([
      { action: "person.operator-made", actorName: "Olga", actorId: idOf(operator), objectName: "Ines" },
    ]);
  });

  it("are made by nobody else: no owner, nobody who was one, no machine and no account that is not there", async () => {
    const owner = await aContext(db);
    const person = await aPerson(db);
    const asked = { person: idOf(person) };
    await expect(makeOperator(owner, asked)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stale = { ...owner, actor: { ...owner.actor, isOperator: true } };
    await expect(makeOperator(stale, asked)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const operator = await anOperator();
    const robot = await aPerson(db);
    await db.user.update({ where: { id: idOf(robot) }, data: { isMachine: true } });
    for (const id of [idOf(robot), crypto.randomUUID()])
      await expect(makeOperator(operator, { person: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("go by their own hand or another's, but never the last who gets in", async () => {
    const [first, second] = [await anOperator(), await anOperator("Second")];
    expect(await removeOperator(first, { person: idOf(first) })).toBe(true);
    await expect(removeOperator(second, { person: idOf(second) })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "last-operator" },
      message: expect.stringContaining("Second is the only operator"),
    });
    // One who does not get in is no other one.
    await makeOperator(second, { person: idOf(first) });
    await deactivateAccount(second, { person: idOf(first) });
    await expect(removeOperator(second, { person: idOf(second) })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(removeOperator(machine, { person: idOf(second) })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(deactivateAccount(machine, { person: idOf(second) })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await activeOperators()).toBe(1);
  });

  it("who unmake each other at the same moment leave one", async () => {
    for (let round = 0; round < 5; round += 1) {
      await db.user.updateMany({ data: { isOperator: false } });
      const [one, other] = [await anOperator(), await anOperator()];
      const outcomes = await Promise.allSettled([
        removeOperator(one, { person: idOf(other) }),
        removeOperator(other, { person: idOf(one) }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await activeOperators()).toBe(1);
    }
  });

  it("who deactivate each other at the same moment leave one", async () => {
    for (let round = 0; round < 5; round += 1) {
      await db.user.updateMany({ data: { isOperator: false } });
      const [one, other] = [await anOperator(), await anOperator()];
      const outcomes = await Promise.allSettled([
        deactivateAccount(one, { person: idOf(other) }),
        deactivateAccount(other, { person: idOf(one) }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await activeOperators()).toBe(1);
    }
  });

  it("are made by the machine's administrator where there is none, under a name that is nobody's", async () => {
    const person = await aContext(db);
    await makeOperator(machine, { person: idOf(person) });
    expect(await trailOf(idOf(person))).toMatchObject([
      { actorId: null, actorName: "The machine’s administrator", detail: { machineAccount: "root" } },
    ]);
  });
});

describe("deactivating an account", () => {
  it("ends its sessions, runs, links and invitations, keeps what it is, and names workspaces left without an owner", async () => {
    const operator = await anOperator();
    const ines = await aContext(db, { name: "Ines" });
    const olga = await aColleague(ines, "owner");
    await sessionCookie(ines);
    const invitation = await createInvitation(ines, { role: "viewer" }, null);
    const { key } = await createKey(ines, { name: "CI", scopes: ["read"] });
    const details = await getAccount(operator, { person: idOf(ines) });
    expect(details).toMatchObject({ onlyOwnerOf: [], keys: 1, openInvitations: 1, sessions: 1 });
    await deactivateAccount(operator, { person: idOf(olga) });
    expect(await deactivateAccount(operator, { person: idOf(ines) })).toEqual({
      changed: true,
      leftWithoutOwner: [ines.workspace.name],
    });
    expect(await db.session.count({ where: { userId: idOf(ines) } })).toBe(0);
    expect(await acceptKey({ db }, key, new Date())).toBeNull();
    expect(await db.invitation.findUnique({ where: { id: invitation.id } })).toMatchObject({
      revokedAt: expect.any(Date),
    });
    expect(await trailOf(idOf(ines))).toMatchObject([
      { action: "person.signed-in" },
      { action: "person.deactivated", detail: { sessions: 1, invitations: 1, runs: 0 } },
    ]);
    const inWorkspace = {
      workspaceId: ines.workspace.id,
      objectId: idOf(ines),
      action: "member.deactivated",
    };
    expect(await db.audit.count({ where: inWorkspace })).toBe(1);
    expect((await deactivateAccount(operator, { person: idOf(ines) })).changed).toBe(false);
    expect(await reactivateAccount(operator, { person: idOf(ines) })).toBe(true);
    expect(await reactivateAccount(operator, { person: idOf(ines) })).toBe(false);
    expect(await acceptKey({ db }, key, new Date())).not.toBeNull();
    expect((await getAccount(operator, { person: idOf(ines) })).workspaces).toMatchObject([
      { name: ines.workspace.name, role: "owner" },
    ]);
  });

  it("ends its streams at once", async () => {
    const operator = await anOperator();
    const person = await aContext(db);
    const heard = followChanges(person, { idleMs: 60_000 }, new AbortController().signal);
    const ended = (async () => {
      for await (const _ of heard);
      return performance.now();
    })();
    // Until it listens: the first news is that it does.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const startMs = performance.now();
    await deactivateAccount(operator, { person: idOf(person) });
    expect((await ended) - startMs).toBeLessThan(5_000);
  });

  it("asks the runs that it started to stop, and no others", async () => {
    const operator = await anOperator();
    const person = await aContext(db);
    const colleague = await aColleague(person, "admin");
    await createAgent(person, { name: "Desk" });
    const aRun = async (by: Context) => {
      const { id: conversationId } = await createConversation(by, { agent: "desk" });
      const branch = await db.branch.findFirstOrThrow({ where: { conversationId } });
      const run = { conversationId, branchId: branch.id, turn: 1, message: "Hello", startedById: idOf(by) };
      const lease = { leaseOwner: "a server", leaseUntil: new Date(Date.now() + 60_000) };
      return db.run.create({ data: { ...run, ...lease, workspaceId: by.workspace.id } });
    };
    const [own, others] = [await aRun(person), await aRun(colleague)];
    await deactivateAccount(operator, { person: idOf(person) });
    const isAsked = async ({ id }: { id: string }) =>
      (await db.run.findUniqueOrThrow({ where: { id } })).stopRequested;
    expect([await isAsked(own), await isAsked(others)]).toEqual([true, false]);
    expect((await trailOf(idOf(person))).at(-1)).toMatchObject({ detail: { runs: 1 } });
  });

  it("is not for oneself, nor for an owner to do", async () => {
    const operator = await anOperator();
    await anOperator();
    await expect(deactivateAccount(operator, { person: idOf(operator) })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { reason: "self" },
    });
    const owner = await aContext(db);
    const colleague = await aColleague(owner, "viewer");
    for (const act of [deactivateAccount, reactivateAccount, resetTwoFactor, removeOperator, getAccount])
      await expect(act(owner, { person: idOf(colleague) })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("resetting the second step", () => {
  it("switches it off, signs out everywhere and says so in the trail", async () => {
    const operator = await anOperator();
    const person = await aContext(db);
    const userId = idOf(person);
    await db.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
    await db.twoFactor.create({ data: { userId, secret: "s", backupCodes: "c", verified: true } });
    const soon = new Date(Date.now() + 60_000);
    await db.verification.createMany({
      data: ["2fa-abc", "trust-device-abc"].map((identifier) => ({
        identifier,
        value: userId,
        expiresAt: soon,
      })),
    });
    expect(await resetTwoFactor(operator, { person: userId }, null)).toBe(true);
    expect(await resetTwoFactor(operator, { person: userId }, null)).toBe(false);
    expect(await db.twoFactor.count({ where: { userId } })).toBe(0);
    expect(await db.verification.count({ where: { value: userId } })).toBe(0);
    expect((await userOf(person)).twoFactorEnabled).toBe(false);
    expect((await trailOf(userId)).map(({ action }) => action)).toContain("person.two-factor-reset");
    await expect(resetTwoFactor(operator, { person: idOf(operator) }, null)).rejects.toMatchObject({
      details: { reason: "self" },
    });
  });
});

describe("the lists of operators", () => {
  it("hold everybody page by page, narrowed by words and by state, and no machine", async () => {
    const operator = await anOperator("Aaa list");
    for (const name of ["Bbb list", "Ccc list"]) await aPerson(db, { name });
    const robot = await aPerson(db, { name: "Ddd list" });
    await db.user.update({ where: { id: idOf(robot) }, data: { isMachine: true } });
    const names: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listAccounts(operator, { query: "LIST", limit: 1, ...(cursor ? { cursor } : {}) });
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(names).toEqual(["Aaa list", "Bbb list", "Ccc list"]);
    expect((await listAccounts(operator, { filter: "operators" })).items.map(({ id }) => id)).toEqual([
      idOf(operator),
    ]);
    expect((await listAccounts(operator, { query: "100%" })).items).toEqual([]);
    await expect(listAccounts(await aPerson(db), {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("name workspaces that are not theirs, with who owns them, and nothing else of them", async () => {
    const operator = await anOperator();
    const owner = await aContext(db, { name: "Olga" });
    const items = await listInstanceWorkspaces(operator);
    const { id, slug, name } = owner.workspace;
    expect(items.find((item) => item.id === id)).toEqual({
      id,
      slug,
      name,
      createdAt: expect.any(String),
      members: 1,
      owners: [{ id: idOf(owner), name: "Olga" }],
    });
    await deactivateAccount(operator, { person: idOf(owner) });
    expect((await listInstanceWorkspaces(operator)).find((item) => item.id === id)?.owners).toEqual([]);
    await expect(listInstanceWorkspaces(owner)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
