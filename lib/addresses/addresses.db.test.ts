import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { listAudit } from "@/lib/audit/queries";
import { changeRole } from "@/lib/auth/commands/change-role";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { createAddress } from "./commands/create-address";
import { revokeAddress } from "./commands/revoke-address";
import { showAddress } from "./commands/show-address";
import { listAddresses } from "./list-addresses";

const { db } = testDatabase();

async function furnished() {
  const ines = await aContext(db, { name: "Ines" });
  await createAgent(ines, { name: "Release desk" });
  await aSkill(ines, { name: "notes", versions: 1 });
  await aSkill(ines, { name: "triage", versions: 1 });
  return ines;
}

const ofDesk = { name: "Laptops", gives: { kind: "agent", agent: "release-desk" } } as const;

describe("a delivery address", () => {
  it("gives the skills of an agent, of a label, or chosen ones", async () => {
    const ines = await furnished();
    const one = await createAddress(ines, ofDesk);
    expect(one).toMatchObject({
      name: "Laptops",
      gives: { kind: "agent", agent: { slug: "release-desk", name: "Release desk" } },
      state: "active",
      createdBy: { name: "Ines" },
      expiresAt: null,
      lastFetchedAt: null,
    });
    expect(one.url).toMatch(/\/d\/grd_[\w-]{43}$/);
    expect(one.gitUrl).toBe(`${one.url}/release-desk.git`);
    const label = { name: "Staging", gives: { kind: "label", label: "staging" }, expiresInDays: 30 } as const;
    const two = await createAddress(ines, label);
    expect(two.gives).toEqual({ kind: "label", label: "staging" });
    expect(Date.parse(two.expiresAt ?? "") - Date.parse(two.createdAt)).toBe(30 * 24 * 60 * 60 * 1000);
    const three = await createAddress(ines, {
      name: "Writers",
      gives: { kind: "selection", skills: ["triage", "notes"] },
    });
    expect(three.gives).toEqual({ kind: "selection", skills: ["notes", "triage"] });
    expect(three.gitUrl).toBe(`${three.url}/writers.git`);
    const names = async (agent?: string) =>
      (await listAddresses(ines, agent === undefined ? {} : { agent })).map(({ name }) => name);
    expect(await names()).toEqual(["Writers", "Staging", "Laptops"]);
    expect(await names("release-desk")).toEqual(["Laptops"]);
  });

  it("is kept as a digest and sealed; no list and no audit row tells it", async () => {
    const ines = await furnished();
    const { id, url } = await createAddress(ines, ofDesk);
    const secret = url.slice(url.lastIndexOf("/") + 5);
    const row = await db.deliveryAddress.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Buffer.from(row.sealedToken).toString("latin1")).not.toContain(secret);
    await showAddress(ines, { address: id });
    expect(JSON.stringify(await listAddresses(ines))).not.toContain(secret);
    const { items } = await listAudit(ines, { action: "delivery-address" });
    expect(JSON.stringify(items)).not.toContain(secret);
    expect(items.map(({ action }) => action)).toEqual(["delivery-address.shown", "delivery-address.created"]);
    expect(items).toMatchObject([{ object: { id, name: "Laptops" } }, { object: { id } }]);
  });

  it("is copied again as it was, while it opens something", async () => {
    const now = { at: new Date("2026-11-01T00:00:00.000Z") };
    const ines = { ...(await furnished()), now: () => now.at };
    const made = await createAddress(ines, { ...ofDesk, expiresInDays: 1 });
    const again = await showAddress(ines, { address: made.id });
    expect([again.url, again.gitUrl]).toEqual([made.url, made.gitUrl]);
    now.at = new Date("2026-11-02T00:00:00.000Z");
    await expect(showAddress(ines, { address: made.id })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await listAddresses(ines)).toMatchObject([{ state: "expired" }]);
    const other = await createAddress(ines, ofDesk);
    await revokeAddress(ines, { address: other.id });
    await expect(showAddress(ines, { address: other.id })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is for what is here alone", async () => {
    const [ines, stranger] = [await furnished(), await aContext(db)];
    const make = (gives: Parameters<typeof createAddress>[1]["gives"]) =>
      createAddress(stranger, { name: "Theft", gives });
    await expect(make(ofDesk.gives)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(make({ kind: "selection", skills: ["notes"] })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { missing: ["notes"] },
    });
    await expect(make({ kind: "selection", skills: [] })).rejects.toThrow(/at least one/);
    await expect(make({ kind: "label", label: "latest" })).rejects.toThrow();
    const { id } = await createAddress(ines, ofDesk);
    expect(await listAddresses(stranger)).toEqual([]);
    await expect(showAddress(stranger, { address: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(revokeAddress(stranger, { address: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listAddresses(ines)).toMatchObject([{ state: "active" }]);
  });

  it("is made, copied and revoked by admins alone, also when they were one a moment ago; others see the list", async () => {
    const ines = await furnished();
    const { id: address } = await createAddress(ines, ofDesk);
    const reviewer = await aColleague(ines, "reviewer");
    const former = await aColleague(ines, "admin");
    await changeRole(ines, { member: former.actor.userId, role: "reviewer" });
    for (const who of [reviewer, former]) {
      for (const act of [
        () => createAddress(who, ofDesk),
        () => showAddress(who, { address }),
        () => revokeAddress(who, { address }),
      ])
        await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect(await listAddresses(who)).toMatchObject([{ name: "Laptops", state: "active" }]);
    }
  });

  it("is revoked once, for good, whoever was first", async () => {
    const ines = await furnished();
    const tom = await aColleague(ines, "admin");
    const { id: address } = await createAddress(ines, ofDesk);
    await Promise.all([revokeAddress(ines, { address }), revokeAddress(tom, { address })]);
    expect(await listAddresses(ines)).toMatchObject([{ state: "revoked" }]);
    expect((await listAudit(ines, { action: "delivery-address.revoked" })).items).toHaveLength(1);
  });

  it("stays when its maker goes, and goes with its agent", async () => {
    const ines = await furnished();
    const tom = await aColleague(ines, "admin", "Tom");
    await createAddress(tom, ofDesk);
    await removeMember(ines, { member: tom.actor.userId });
    expect(await listAddresses(ines)).toMatchObject([{ state: "active" }]);
    await deleteAgent(ines, { agent: "release-desk", confirmName: "Release desk" });
    expect(await listAddresses(ines)).toEqual([]);
  });

  it("are listed with every open one first, however many have ended since", async () => {
    const ines = await furnished();
    const { id: oldest } = await createAddress(ines, ofDesk);
    const { id: expiring } = await createAddress(ines, { ...ofDesk, name: "Lapsed", expiresInDays: 1 });
    await db.deliveryAddress.update({ where: { id: expiring }, data: { expiresAt: new Date(0) } });
    const row = { workspaceId: ines.workspace.id, name: "Ended", createdById: ines.actor.userId };
    const ended = (count: number) =>
      db.deliveryAddress.createMany({
        data: Array.from({ length: count }, () => ({
          ...row,
          hash: crypto.randomUUID().padEnd(64, "0"),
          sealedToken: new Uint8Array(1),
          revokedAt: new Date(),
        })),
      });
    await ended(2);
    const states = async () => (await listAddresses(ines)).map(({ name, state }) => [name, state]);
    expect(await states()).toEqual([
      ["Laptops", "active"],
      ["Ended", "revoked"],
      ["Ended", "revoked"],
      ["Lapsed", "expired"],
    ]);
    await ended(600);
    const listed = await listAddresses(ines);
    expect(listed[0]).toMatchObject({ id: oldest, state: "active" });
    expect(listed).toHaveLength(301);
    expect(await listAddresses(ines, { agent: "release-desk" })).toHaveLength(2);
  });

  it("are two hundred in one workspace, not counting ended ones", async () => {
    const ines = await furnished();
    const row = { workspaceId: ines.workspace.id, name: "A", createdById: ines.actor.userId };
    await db.deliveryAddress.createMany({
      data: Array.from({ length: 200 }, (_, at) => ({
        ...row,
        hash: crypto.randomUUID().padEnd(64, "0"),
        sealedToken: new Uint8Array(1),
        revokedAt: at === 0 ? new Date() : null,
      })),
    });
    await createAddress(ines, ofDesk);
    await expect(createAddress(ines, ofDesk)).rejects.toThrow(/200 addresses/);
  });
});
