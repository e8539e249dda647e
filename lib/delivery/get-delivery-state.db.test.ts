import { describe, expect, it, vi } from "vitest";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { getDeliveryState } from "./get-delivery-state";

const { db } = testDatabase();

async function aDesk() {
  const context = await aContext(db, { name: "Ines" });
  await aSkill(context, { name: "notes", versions: 2 });
  await aSkill(context, { name: "drafted" });
  const agent = await anAgentWith(context, ["notes", "drafted"], "Desk");
  return { context, agent };
}

describe("getDeliveryState", () => {
  it("says what is delivered, what is left out and why, where no machine asks yet", async () => {
    const { context, agent } = await aDesk();
    expect(await getDeliveryState(context, { agent })).toMatchObject({
      skills: [{ skill: "notes", name: "notes", number: 2, label: null }],
      leftOut: [
        {
          skill: "drafted",
          reason: "no-version",
          detail: expect.stringMatching(/^drafted has nothing to deliver \(Not published yet.*\)\.$/),
        },
      ],
      machines: { total: 0, newest: 0 },
      keys: [],
    });
  });

  it("says of each machine what it has and what it lacks", async () => {
    const { context, agent } = await aDesk();
    const [newest, behind, never, lost] = [
      await aMachine(context, agent, "Newest"),
      await aMachine(context, agent, "Behind"),
      await aMachine(context, agent, "Never"),
      await aMachine(context, agent, "Lost"),
    ];
    const { digest: old } = await behind.manifest();
    await db.apiKey.update({
      where: { id: lost.id },
      data: { fetchedDigest: "0".repeat(64), fetchedAt: new Date() },
    });
    await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
    await vi.waitFor(async () => expect((await newest.manifest()).digest).not.toBe(old));
    const state = await getDeliveryState(context, { agent });
    expect(state.machines).toEqual({ total: 4, newest: 1 });
    const told = new Map(state.keys.map((key) => [key.name, key]));
    expect(told.get("Newest")).toMatchObject({
      standing: "newest",
      behind: null,
      person: { name: "Ines" },
      fetched: { digest: state.digest },
    });
    expect(told.get("Behind")).toMatchObject({
      standing: "behind",
      fetched: { digest: old },
      behind: { added: [], changed: ["notes"], removed: [] },
    });
    expect(told.get("Never")).toMatchObject({ id: never.id, standing: "never", fetched: null, behind: null });
    expect(told.get("Lost")).toMatchObject({ standing: "unknown", behind: null });
  });

  it("counts everybody's machines and shows one's own; everybody's to those who manage keys", async () => {
    const { context, agent } = await aDesk();
    const tom = await aColleague(context, "author");
    await aMachine(context, agent, "Ines's");
    await aMachine(tom, agent, "Tom's");
    const mine = await getDeliveryState(tom, { agent });
    expect(mine.machines.total).toBe(2);
    expect(mine.keys.map(({ name }) => name)).toEqual(["Tom's"]);
    expect((await getDeliveryState(context, { agent })).keys).toHaveLength(2);
    const { id, name, ...reader } = await createKey(context, { name: "Reader", scopes: ["read"] });
    const key = { id, name, workspaceId: context.workspace.id, scopes: reader.scopes };
    const program = { ...context, actor: { ...context.actor, key } };
    expect(await getDeliveryState(program, { agent })).toMatchObject({ machines: { total: 2 }, keys: [] });
  });

  it("counts no key that is revoked or expired, and none of another agent", async () => {
    const { context, agent } = await aDesk();
    const revoked = await aMachine(context, agent, "Revoked");
    const expired = await aMachine(context, agent, "Expired");
    await revokeKey(context, { key: revoked.id });
    await db.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const other = await anAgentWith(context, ["notes"], "Other");
    await aMachine(context, other, "Elsewhere");
    expect(await getDeliveryState(context, { agent })).toMatchObject({ machines: { total: 0 }, keys: [] });
  });

  it("is not there for another workspace", async () => {
    const { agent } = await aDesk();
    await expect(getDeliveryState(await aContext(db), { agent })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
