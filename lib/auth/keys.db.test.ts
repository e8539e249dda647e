import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { holdsAt, keyState } from "@/lib/access/key-state";
import { listAudit } from "@/lib/audit/queries";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { acceptKey } from "./commands/accept-key";
import { changeRole } from "./commands/change-role";
import { createKey } from "./commands/create-key";
import { removeMember } from "./commands/remove-member";
import { revokeKey } from "./commands/revoke-key";
import { listKeys } from "./keys";
import { listMembers } from "./queries";

const { db } = testDatabase();
const dayMs = 24 * 60 * 60 * 1000;

/** What a program with this key is answered. */
async function statusOf(context: Context, key: string, path = "/skills", body?: unknown): Promise<number> {
  const { api } = await import("@/lib/api/app");
  const url = `http://greenroom.test/api/v1/workspaces/${context.workspace.slug}${path}`;
  const response = await api.request(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.body?.cancel();
  return response.status;
}

const forMachine = (context: Context, role: "viewer" | "author" | "reviewer" | "admin" = "author") =>
  createKey(context, { name: "CI", scopes: ["read", "write"], machine: { role } });

/** What each row of a key of somebody's says. */
const aKey = ({ workspace, actor: { userId } }: Context) => ({
  workspaceId: workspace.id,
  userId,
  createdById: userId,
  scopes: ["read" as const],
  prefix: "gr_",
});

describe("a key", () => {
  it("to deliver is for one agent and does nothing else", async () => {
    const ines = await aContext(db);
    const agent = await db.agent.create({
      data: { workspaceId: ines.workspace.id, slug: "desk", name: "Desk", createdById: ines.actor.userId },
    });
    const cookie = await sessionCookie(ines);
    const made = (body: object) =>
      callApi("post", `/workspaces/${ines.workspace.slug}/keys`, { cookie, body });
    const refusals = [
      [{ name: "Host", scopes: ["deliver"] }, "Say which agent"],
      [{ name: "Host", scopes: ["deliver", "read"], agent: "desk" }, "choose deliver alone"],
      [{ name: "Host", scopes: ["read"], agent: "desk" }, "Only a key to deliver is for one agent"],
      [{ name: "Host", scopes: ["fetch"] }, "There is no such scope"],
    ] as const;
    for (const [body, words] of refusals) {
      const refused = await made(body);
      expect(refused.status).toBe(422);
      expect(JSON.stringify(await refused.json())).toContain(words);
    }
    const elsewhere = await aContext(db);
    const wanted = { name: "Host", scopes: ["deliver" as const], agent: "desk" };
    await expect(createKey(elsewhere, wanted)).rejects.toMatchObject({ code: "NOT_FOUND" });

    const { key, id } = await createKey(ines, wanted);
    expect(await statusOf(ines, key)).toBe(403);
    expect((await acceptKey({ db }, key, new Date()))?.key).toMatchObject({
      id,
      scopes: ["deliver"],
      delivers: { agentId: agent.id, fetchedDigest: null },
    });
    expect(await listKeys(ines)).toMatchObject([
      { scopes: ["deliver"], state: "active", agent: { slug: "desk", name: "Desk" } },
    ]);
    const { items } = await listAudit(ines, { action: "key.created" });
    expect(items).toMatchObject([{ detail: { agentId: agent.id, agent: "desk" } }]);
    await db.agent.delete({ where: { id: agent.id } });
    expect(await listKeys(ines)).toMatchObject([{ agent: null }]);
  });

  it("is kept as its digest alone, notes when it was used, and is refused once it is revoked or has expired", async () => {
    const ines = await aContext(db);
    const { key, id, ...shown } = await createKey(ines, { name: "Mine", scopes: ["read"], expiresInDays: 1 });
    expect(shown).toMatchObject({ isMachine: false, role: "owner", lastUsedAt: null });
    expect(JSON.stringify(await db.apiKey.findUnique({ where: { id } }))).not.toContain(key.slice(12));
    expect(await statusOf(ines, key)).toBe(200);
    expect((await listKeys(ines))[0]?.lastUsedAt).not.toBeNull();
    expect(await acceptKey({ db }, key, new Date(Date.now() + dayMs + 1))).toBeNull();
    await revokeKey(ines, { key: id });
    expect(await statusOf(ines, key)).toBe(401);
  });

  it("of a machine outlives whoever made it, and the trail says so when they are removed", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    const { key } = await forMachine(admin);
    await removeMember(owner, { member: admin.actor.userId });
    expect(await statusOf(owner, key)).toBe(200);
    const { items } = await listAudit(owner, { action: "member.removed" });
    expect(items).toMatchObject([{ detail: { keysRevoked: 0, machineKeysLeft: 1 } }]);
  });

  it("of somebody who was removed is refused, and stays so when they come back", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "author");
    const { key } = await createKey(tom, { name: "His", scopes: ["read"] });
    expect(await statusOf(ines, key)).toBe(200);
    await removeMember(ines, { member: tom.actor.userId });
    expect(await statusOf(ines, key)).toBe(401);
    expect(await listKeys(ines)).toMatchObject([{ name: "His", state: "revoked", role: null }]);
    await db.member.create({
      data: { workspaceId: ines.workspace.id, userId: tom.actor.userId, role: "author" },
    });
    expect(await statusOf(ines, key)).toBe(401);
  });

  it("counts while it holds, which the database says of the same ones as whoever has the row", async () => {
    const ines = await aContext(db);
    const now = ines.now();
    const at = (ms: number) => new Date(now.getTime() + ms);
    const lives = [
      { revokedAt: null, expiresAt: null },
      { revokedAt: null, expiresAt: at(1) },
      { revokedAt: null, expiresAt: at(0) },
      { revokedAt: null, expiresAt: at(-1) },
      { revokedAt: at(-1), expiresAt: null },
      { revokedAt: at(-1), expiresAt: at(1) },
    ];
    const scope = { workspaceId: ines.workspace.id, userId: ines.actor.userId };
    await db.apiKey.createMany({
      data: lives.map((life, index) => ({
        ...aKey(ines),
        ...life,
        name: String(index),
        hash: `${scope.workspaceId}-${index}`,
        createdAt: at(-2),
      })),
    });
    const held = await db.apiKey.findMany({ where: { ...holdsAt(now), ...scope }, orderBy: { name: "asc" } });
    const active = lives.flatMap((life, index) =>
      keyState(life, { deactivatedAt: null }, now) === "active" ? [String(index)] : [],
    );
    expect(held.map(({ name }) => name)).toEqual(active);
  });

  it("takes no room any more once it has expired", async () => {
    const ines = await aContext(db);
    const fill = (expiresAt: Date) =>
      db.apiKey.createMany({
        data: Array.from({ length: 50 }, (_, index) => ({
          ...aKey(ines),
          expiresAt,
          name: `Key ${index}`,
          createdAt: new Date(),
          hash: `${ines.workspace.id}-${expiresAt.getTime()}-${index}`,
        })),
      });
    await fill(new Date(Date.now() - dayMs));
    expect(await createKey(ines, { name: "One more", scopes: ["read"] })).toMatchObject({ name: "One more" });
    await fill(new Date(Date.now() + dayMs));
    await expect(createKey(ines, { name: "Too many", scopes: ["read"] })).rejects.toThrow(/at most 50 keys/);
  });

  it("is seen by whom it acts as and by admins", async () => {
    const ines = await aContext(db);
    const admin = await aColleague(ines, "admin");
    const [tom, lena] = [await aColleague(ines, "author"), await aColleague(ines, "reviewer")];
    await createKey(tom, { name: "Tom’s", scopes: ["read"] });
    await forMachine(ines);
    const names = async (context: Context) => (await listKeys(context)).map(({ name }) => name);
    expect(await names(admin)).toEqual(["CI", "Tom’s"]);
    expect(await names(tom)).toEqual(["Tom’s"]);
    expect(await names(lena)).toEqual([]);
  });
});

describe("a key of a machine", () => {
  it("acts as a member of its own, under its own name and role, and never signs in", async () => {
    const ines = await aContext(db);
    const { key, person, ...made } = await forMachine(ines);
    expect(made).toMatchObject({ isMachine: true, role: "author" });
    expect(person.id).not.toBe(ines.actor.userId);
    expect(await listMembers(ines)).toContainEqual(
      expect.objectContaining({ userId: person.id, name: "CI", role: "author", isMachine: true }),
    );
    expect(await statusOf(ines, key, "/skills", { name: "by-a-machine" })).toBe(201);
    expect(await statusOf(ines, key, "/agents", { name: "Not by an author" })).toBe(403);
    const { items } = await listAudit(ines, { action: "skill.created" });
    expect(items).toMatchObject([{ actor: { id: person.id, name: "CI (key “CI”)" } }]);
    expect(await db.account.count({ where: { userId: person.id } })).toBe(0);
  });

  it("is made by admins alone, never by a key, and never with more than its maker may", async () => {
    const ines = await aContext(db);
    const reviewer = await aColleague(ines, "reviewer");
    const admin = await aColleague(ines, "admin");
    await expect(forMachine(reviewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await forMachine(admin, "admin")).role).toBe("admin");
    const cookie = await sessionCookie(ines);
    const path = `/workspaces/${ines.workspace.slug}/keys`;
    const body = { name: "CI", scopes: ["read"], machine: { role: "owner" } };
    expect((await callApi("post", path, { cookie, body })).status).toBe(422);
    const { key } = await createKey(ines, { name: "Mine", scopes: ["write"] });
    expect(
      await statusOf(ines, key, "/keys", { name: "More", scopes: ["read"], machine: { role: "viewer" } }),
    ).toBe(403);
  });

  it("is not made by somebody whose role was taken meanwhile", async () => {
    const ines = await aContext(db);
    const admin = await aColleague(ines, "admin");
    await changeRole(ines, { member: admin.actor.userId, role: "viewer" });
    await expect(forMachine(admin)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(
      await db.user.count({
        where: { isMachine: true, members: { some: { workspaceId: ines.workspace.id } } },
      }),
    ).toBe(0);
  });

  it("can be changed for a second one before the first is revoked; with the last one the machine leaves", async () => {
    const ines = await aContext(db);
    const first = await forMachine(ines);
    const second = await createKey(ines, {
      name: "Next",
      scopes: ["read"],
      machine: { id: first.person.id },
    });
    expect(second.person).toEqual(first.person);
    await revokeKey(ines, { key: first.id });
    expect(await statusOf(ines, first.key)).toBe(401);
    expect(await statusOf(ines, second.key)).toBe(200);
    await revokeKey(ines, { key: second.id });
    expect(await listMembers(ines)).toHaveLength(1);
    expect(await listAudit(ines, { action: "machine" })).toMatchObject({
      items: [{ action: "machine.removed", object: { name: "CI" } }, { action: "machine.added" }],
    });
    await expect(
      createKey(ines, { name: "Late", scopes: ["read"], machine: { id: first.person.id } }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lets its machine leave also when its two last keys are revoked at once", async () => {
    const ines = await aContext(db);
    const first = await forMachine(ines);
    const second = await createKey(ines, {
      name: "Next",
      scopes: ["read"],
      machine: { id: first.person.id },
    });
    await Promise.all([first, second].map(({ id }) => revokeKey(ines, { key: id })));
    expect(await listMembers(ines)).toHaveLength(1);
  });

  it("is for no machine of another workspace, and for no person", async () => {
    const ines = await aContext(db);
    const other = await aContext(db);
    const tom = await aColleague(ines, "viewer");
    const { person } = await forMachine(other);
    for (const id of [person.id, tom.actor.userId])
      await expect(createKey(ines, { name: "CI", scopes: ["read"], machine: { id } })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
  });

  it("does not make a workspace of one person one of two, and publishes by the same policy", async () => {
    const ines = await aContext(db);
    await aPackage(ines, { name: "notes", publishNote: "Alone, so nobody approves" });
    const reviewer = await createKey(ines, {
      name: "R",
      scopes: ["write", "publish"],
      machine: { role: "reviewer" },
    });
    const draft = async () =>
      db.draft.findFirstOrThrow({ where: { workspaceId: ines.workspace.id, skill: { name: "notes" } } });
    const change = async () => {
      const { revision } = await draft();
      const changes = [{ op: "write", path: "x.md", text: `Changed at ${revision}` }];
      return statusOf(ines, reviewer.key, "/skills/notes/draft/changes", { baseRevision: revision, changes });
    };
    const publish = async () => {
      const { revision, digest } = await draft();
      return statusOf(ines, reviewer.key, "/skills/notes/versions", {
        revision,
        digest,
        note: "By a machine",
      });
    };
    expect(await change()).toBe(200);
    expect(await publish()).toBe(201);
    await aColleague(ines, "reviewer");
    expect(await change()).toBe(200);
    expect(await publish()).toBe(409);
  });
});
