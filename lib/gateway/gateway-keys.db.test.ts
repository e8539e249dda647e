import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { changeRole } from "@/lib/auth/commands/change-role";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { archiveConnection, deleteConnection } from "@/lib/models/commands/archive-connection";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { createGatewayKey } from "./commands/create-gateway-key";
import { revokeGatewayKey } from "./commands/revoke-gateway-key";
import { listGatewayKeys } from "./gateway-keys";

allowLocalServers();
const { db } = testDatabase();

describe("a key for a host", () => {
  it("is shown once, within its address, and kept as its digest alone", async () => {
    const ines = await aContext(db);
    const { address, id, ...shown } = await createGatewayKey(ines, { name: "Laptop" });
    expect(address).toMatch(/\/gateway\/grg_[\w-]{43}$/);
    const secret = address.slice(address.lastIndexOf("/") + 1);
    expect(JSON.stringify(await db.gatewayKey.findUnique({ where: { id } }))).not.toContain(secret.slice(10));
    expect(JSON.stringify(await listGatewayKeys(ines))).not.toContain(secret.slice(10));
    expect(shown).toMatchObject({
      model: null,
      state: "active",
      isShared: false,
      prefix: secret.slice(0, 10),
    });
    expect(shown.protocols).toHaveLength(4);
    const { items } = await listAudit(ines, { action: "gateway-key" });
    expect(items).toMatchObject([{ action: "gateway-key.created", object: { id, name: "Laptop" } }]);
    expect(JSON.stringify(items)).not.toContain(secret.slice(10));
  });

  it("is for one model of its own workspace, and says what that understands", async () => {
    const ines = await aContext(db);
    const model = await aModel(ines, { wire: "anthropic" });
    const key = await createGatewayKey(ines, { name: "Laptop", model: model.id });
    expect(key).toMatchObject({ model: { id: model.id, name: "Large" }, protocols: ["messages"] });
    const stranger = await aContext(db);
    await expect(createGatewayKey(stranger, { name: "Theft", model: model.id })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await archiveConnection(ines, { connection: model.id });
    await expect(createGatewayKey(ines, { name: "Late", model: model.id })).rejects.toThrow(/archived/);
    expect((await listGatewayKeys(ines))[0]?.state).toBe("lacks-model");
    await deleteConnection(ines, { connection: model.id });
    expect(await listGatewayKeys(ines)).toMatchObject([
      { state: "lacks-model", model: { id: model.id, name: null }, protocols: [] },
    ]);
  });

  it("is made by authors, never by who may not, nor by who may no more", async () => {
    const ines = await aContext(db);
    const viewer = await aColleague(ines, "viewer");
    await expect(createGatewayKey(viewer, { name: "Mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const author = await aColleague(ines, "author");
    await changeRole(ines, { member: author.actor.userId, role: "viewer" });
    await expect(createGatewayKey(author, { name: "Mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await db.gatewayKey.count({ where: { workspaceId: ines.workspace.id } })).toBe(0);
  });

  it("stops with its person's role and ends with their membership, also when they come back", async () => {
    const ines = await aContext(db);
    const tom = await aColleague(ines, "author");
    await createGatewayKey(tom, { name: "His" });
    const state = async () => (await listGatewayKeys(ines))[0]?.state;
    await changeRole(ines, { member: tom.actor.userId, role: "viewer" });
    expect(await state()).toBe("stopped");
    await changeRole(ines, { member: tom.actor.userId, role: "author" });
    expect(await state()).toBe("active");
    await removeMember(ines, { member: tom.actor.userId });
    expect(await state()).toBe("ended");
    await db.member.create({
      data: { workspaceId: ines.workspace.id, userId: tom.actor.userId, role: "author" },
    });
    expect(await state()).toBe("ended");
  });

  it("is seen and revoked by whom it is of and by admins, once, for good", async () => {
    const ines = await aContext(db);
    const [tom, lena] = [await aColleague(ines, "author"), await aColleague(ines, "reviewer")];
    const { id: key } = await createGatewayKey(tom, { name: "His" });
    expect(await listGatewayKeys(lena)).toEqual([]);
    await expect(revokeGatewayKey(lena, { key })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(revokeGatewayKey(await aContext(db), { key })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await Promise.all([revokeGatewayKey(ines, { key }), revokeGatewayKey(tom, { key })]);
    expect(await listGatewayKeys(tom)).toMatchObject([{ state: "revoked" }]);
    const { items } = await listAudit(ines, { action: "gateway-key.revoked" });
    expect(items).toHaveLength(1);
  });

  const aRow = ({ workspace, actor }: Context, more: object = {}) => ({
    workspaceId: workspace.id,
    name: "K",
    prefix: "grg_",
    userId: actor.userId,
    hash: crypto.randomUUID().padEnd(64, "0"),
    ...more,
  });

  it("are twenty for one person, also for one who makes several at once", async () => {
    const ines = await aContext(db);
    await db.gatewayKey.createMany({ data: Array.from({ length: 18 }, () => aRow(ines)) });
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => createGatewayKey(ines, { name: `More ${at}` })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await db.gatewayKey.count({ where: { userId: ines.actor.userId } })).toBe(20);
    await expect(createGatewayKey(ines, { name: "More" })).rejects.toThrow(/20 keys/);
    // Others, and the same person elsewhere, have their own.
    await createGatewayKey(await aColleague(ines, "author"), { name: "Theirs" });
  });

  it("that open nothing any more take no room: revoked, expired, or of a membership that ended", async () => {
    const ines = await aContext(db);
    const member = await db.member.findFirstOrThrow({ where: { userId: ines.actor.userId } });
    const past = new Date(Date.now() - 1);
    const before = new Date(member.createdAt.getTime() - 1);
    for (const more of [{ revokedAt: past }, { expiresAt: past }, { createdAt: before }])
      await db.gatewayKey.createMany({ data: Array.from({ length: 20 }, () => aRow(ines, more)) });
    expect((await createGatewayKey(ines, { name: "One more" })).state).toBe("active");
  });
});
