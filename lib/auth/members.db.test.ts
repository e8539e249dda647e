import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { roles } from "@/lib/access/permissions";
import { getWorkspaceContext, isStillAdmitted } from "@/lib/access/queries";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { acceptKey } from "./commands/accept-key";
import { changeRole } from "./commands/change-role";
import { createKey } from "./commands/create-key";
import { leaveWorkspace, removeMember } from "./commands/remove-member";
import { transferWorkspace } from "./commands/transfer-workspace";
import { listMembers } from "./queries";

const { db } = testDatabase();
const idOf = (context: Context) => context.actor.userId;
const auditOf = (context: Context, action: string) =>
  db.audit.findMany({ where: { workspaceId: context.workspace.id, action }, orderBy: { id: "asc" } });
const ownersOf = (context: Context) =>
  db.member.count({ where: { workspaceId: context.workspace.id, role: "owner" } });

describe("changeRole", () => {
  it("changes what somebody may do, and says in the audit trail what it was before", async () => {
    const admin = await aContext(db, { role: "admin" });
    const author = await aColleague(admin, "author", "Ines");
    const member = await changeRole(admin, { member: idOf(author), role: "reviewer" });
    expect(member).toMatchObject({ name: "Ines", role: "reviewer", isMachine: false });
    expect((await getWorkspaceContext(author, admin.workspace.slug)).workspace.role).toBe("reviewer");
    expect(await auditOf(admin, "member.role-changed")).toMatchObject([
      { actorId: idOf(admin), objectId: idOf(author), detail: { before: "author", after: "reviewer" } },
    ]);
  });

  it("asked for the same role changes nothing and writes nothing", async () => {
    const owner = await aContext(db);
    const author = await aColleague(owner, "author");
    expect(await changeRole(owner, { member: idOf(author), role: "author" })).toMatchObject({
      role: "author",
    });
    expect(await auditOf(owner, "member.role-changed")).toEqual([]);
  });

  it("is for admins and owners", async () => {
    const owner = await aContext(db);
    const viewer = await aColleague(owner, "viewer");
    for (const role of ["viewer", "author", "reviewer"] as const)
      await expect(
        changeRole(await aColleague(owner, role), { member: idOf(viewer), role: "author" }),
      ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("lets nobody give a role above their own, to themselves or to anybody", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    for (const member of [idOf(admin), idOf(await aColleague(owner, "viewer"))])
      await expect(changeRole(admin, { member, role: "owner" })).rejects.toMatchObject({
        code: "FORBIDDEN",
        details: { reason: "above-own-role" },
      });
    expect(await ownersOf(owner)).toBe(1);
  });

  it("lets no admin touch an owner", async () => {
    const owner = await aContext(db, { name: "Olga" });
    await aColleague(owner, "owner");
    const admin = await aColleague(owner, "admin");
    for (const role of roles.filter((each) => each !== "owner"))
      await expect(changeRole(admin, { member: idOf(owner), role })).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining("Olga is an owner"),
      });
    await expect(removeMember(admin, { member: idOf(owner) })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("keeps the only owner an owner, and counts no machine as one", async () => {
    const owner = await aContext(db);
    const machine = await aColleague(owner, "admin");
    await db.user.update({ where: { id: idOf(machine) }, data: { isMachine: true } });
    await expect(changeRole(owner, { member: idOf(machine), role: "owner" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await expect(changeRole(owner, { member: idOf(owner), role: "admin" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "last-owner" },
    });
  });

  it("knows nobody of another workspace", async () => {
    const owner = await aContext(db);
    const stranger = await aContext(db);
    const unknown = { member: idOf(stranger), role: "viewer" } as const;
    await expect(changeRole(owner, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(removeMember(owner, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("judges by the role of the moment, not by the one that the request began with", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    const viewer = await aColleague(owner, "viewer");
    await changeRole(owner, { member: idOf(admin), role: "author" });
    await expect(changeRole(admin, { member: idOf(viewer), role: "admin" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await removeMember(owner, { member: idOf(admin) });
    await expect(changeRole(admin, { member: idOf(viewer), role: "admin" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("removeMember", () => {
  it("ends membership, keys, open invitations and streams, and says so in one audit row", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin", "Ines");
    const { key } = await createKey(admin, { name: "CI", scopes: ["read"] });
    await db.invitation.create({
      data: {
        workspaceId: owner.workspace.id,
        tokenHash: idOf(admin),
        role: "viewer",
        createdById: idOf(admin),
        expiresAt: new Date(Date.now() + 1e6),
      },
    });
    expect(await isStillAdmitted(admin)).toBe(true);
    await removeMember(owner, { member: idOf(admin) });
    expect(await acceptKey({ db }, key, new Date())).toBeNull();
    expect(await isStillAdmitted(admin)).toBe(false);
    await expect(getWorkspaceContext(admin, owner.workspace.slug)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await db.invitation.findFirst({ where: { createdById: idOf(admin) } })).toMatchObject({
      revokedAt: expect.any(Date),
    });
    expect(await auditOf(owner, "member.removed")).toMatchObject([
      {
        objectName: "Ines",
        detail: { role: "admin", keysRevoked: 1, maintainerOf: 0, invitationsRevoked: 1 },
      },
    ]);
  });

  it("leaves somebody's other workspaces and keys alone", async () => {
    const owner = await aContext(db);
    const person = await aContext(db);
    await db.member.create({
      data: { workspaceId: owner.workspace.id, userId: idOf(person), role: "author" },
    });
    const { key } = await createKey(person, { name: "CI", scopes: ["read"] });
    await removeMember(owner, { member: idOf(person) });
    expect(await acceptKey({ db }, key, new Date())).not.toBeNull();
    expect((await getWorkspaceContext(person, person.workspace.slug)).workspace.role).toBe("owner");
  });

  it("is not how one leaves", async () => {
    const owner = await aContext(db);
    await aColleague(owner, "owner");
    await expect(removeMember(owner, { member: idOf(owner) })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
  });
});

describe("leaveWorkspace", () => {
  it("is for everybody but the only owner", async () => {
    const owner = await aContext(db);
    const viewer = await aColleague(owner, "viewer");
    await leaveWorkspace(viewer);
    await expect(leaveWorkspace(owner)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "last-owner" },
    });
    expect((await listMembers(owner)).map(({ userId }) => userId)).toEqual([idOf(owner)]);
    expect(await auditOf(owner, "member.left")).toMatchObject([{ actorId: idOf(viewer) }]);
    await expect(leaveWorkspace(viewer)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("transferWorkspace", () => {
  it("makes the other an owner and oneself an admin", async () => {
    const owner = await aContext(db);
    const author = await aColleague(owner, "author", "Ines");
    await transferWorkspace(owner, { to: idOf(author), confirmName: owner.workspace.name });
    const members = await listMembers(owner);
    expect(new Map(members.map(({ userId, role }) => [userId, role]))).toEqual(
      new Map([
        [idOf(owner), "admin"],
        [idOf(author), "owner"],
      ]),
    );
    expect(await auditOf(owner, "workspace.transferred")).toMatchObject([
      { detail: { to: { id: idOf(author), name: "Ines", before: "author" } } },
    ]);
  });

  it("needs the owner, the typed name, and a person of this workspace", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    const confirmName = owner.workspace.name;
    const refused = async (context: Context, to: string, name: string, code: string) =>
      expect(transferWorkspace(context, { to, confirmName: name })).rejects.toMatchObject({ code });
    await refused(admin, idOf(admin), confirmName, "FORBIDDEN");
    await refused(owner, idOf(admin), "Another name", "UNPROCESSABLE");
    await refused(owner, idOf(owner), confirmName, "UNPROCESSABLE");
    const stranger = await aPerson(db);
    await refused(owner, stranger.actor.userId, confirmName, "NOT_FOUND");
    expect(await ownersOf(owner)).toBe(1);
  });
});
