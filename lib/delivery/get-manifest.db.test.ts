import { describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { getManifest } from "./get-manifest";

const { db } = testDatabase();

async function aDesk() {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 2 });
  await aSkill(context, { name: "plain", versions: 1 });
  const agent = await anAgentWith(context, ["notes", "plain"], "Desk");
  return { context, agent, machine: await aMachine(context, agent) };
}

const assign = async (context: Context, agent: string, skills: readonly string[]) => {
  const { revision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  const items = skills.map((skill) => ({ skill }));
  return setAssignments(context, { agent, baseRevision: revision, items });
};
const withdraw = (context: Context, skill: string, number: number) =>
  withdrawVersion(context, { skill, number, reason: "It leaks." });

describe("getManifest", () => {
  it("names agent, order, skills and where their bytes are", async () => {
    const { context, machine } = await aDesk();
    const base = `/api/v1/workspaces/${context.workspace.slug}/agents/desk/delivery`;
    expect(await machine.manifest()).toMatchObject({
      agent: { slug: "desk", name: "Desk" },
      order: ["notes", "plain"],
      leftOut: [],
      since: null,
      skills: [
        { name: "notes", version: { number: 2 }, archive: expect.stringMatching(/^0+2$/) },
        { name: "plain", version: { number: 1 } },
      ],
      addresses: { file: `${base}/files/{sha256}`, archive: `${base}/archives/{archive}.zip` },
    });
  });

  it("is the same text under the same ETag until something changes, for whoever asks", async () => {
    const { context, agent, machine } = await aDesk();
    const one = await getManifest(await machine.asking(), { agent });
    const { id } = await db.agent.findFirstOrThrow({
      where: { slug: agent, workspaceId: context.workspace.id },
    });
    expect(await getManifest(context, { agent: id })).toEqual(one);
    await withdraw(context, "notes", 2);
    await vi.waitFor(async () => expect((await getManifest(context, { agent })).etag).not.toBe(one.etag));
  });

  it("says what was added, changed and removed since, and gives those alone", async () => {
    const { context, agent, machine } = await aDesk();
    const { digest } = await machine.manifest();
    await aPackage(context, { name: "fresh", publishNote: "First" });
    await withdraw(context, "notes", 2);
    await assign(context, agent, ["fresh", "notes"]);
    await vi.waitFor(async () => {
      const { order, skills, since } = await machine.manifest(digest);
      expect(order).toEqual(["fresh", "notes"]);
      expect(skills.map(({ name }) => name)).toEqual(["fresh", "notes"]);
      expect(since).toMatchObject({
        digest,
        known: true,
        added: ["fresh"],
        changed: [{ name: "notes", from: { number: 2 }, to: { number: 1 } }],
        removed: [{ name: "plain", number: 1 }],
      });
    });
  });

  it("has nothing to say since what is delivered now", async () => {
    const { machine } = await aDesk();
    const { digest } = await machine.manifest();
    expect(await machine.manifest(digest)).toMatchObject({
      digest,
      order: ["notes", "plain"],
      skills: [],
      since: { known: true, added: [], changed: [], removed: [] },
    });
  });

  it("gives everything, and says so, since what it does not know", async () => {
    const { machine } = await aDesk();
    const { machine: other } = await aDesk();
    const another = await anotherDigest(other);
    for (const since of ["0".repeat(64), "nonsense", "", another])
      expect(await machine.manifest(since)).toMatchObject({
        skills: [{ name: "notes" }, { name: "plain" }],
        since: { digest: since, known: false, added: [] },
      });
  });

  it("reaches no other agent with a key, by address or by id, and says of each the same", async () => {
    const { context, machine } = await aDesk();
    const other = await anAgentWith(context, ["plain"], "Other");
    const { id } = await db.agent.findFirstOrThrow({
      where: { slug: other, workspaceId: context.workspace.id },
    });
    const asking = await machine.asking();
    for (const agent of [other, id, "missing"])
      await expect(getManifest(asking, { agent })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: `There is no agent “${agent}” here.`,
      });
    const elsewhere = await aContext(db);
    await expect(getManifest(elsewhere, { agent: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("opens nothing with a key whose agent is gone, nor with one from before it was for one", async () => {
    const { context, agent, machine } = await aDesk();
    await db.apiKey.update({ where: { id: machine.id }, data: { agentId: null } });
    await expect(getManifest(await machine.asking(), { agent })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await db.apiKey.update({ where: { id: machine.id }, data: { agentId: crypto.randomUUID() } });
    await expect(getManifest(await machine.asking(), { agent })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getManifest(context, { agent })).text).toContain("notes");
  });
});

/** A digest that another agent was delivered: its skills are others. */
async function anotherDigest(machine: Awaited<ReturnType<typeof aMachine>>): Promise<string> {
  const context = await machine.asking();
  const owner = { ...context, actor: { ...context.actor } };
  delete owner.actor.key;
  await aSkill(owner, { name: "secret", versions: 1 });
  await assign(owner, "desk", ["secret"]);
  return vi.waitFor(async () => {
    const { digest, order } = await machine.manifest();
    expect(order).toEqual(["secret"]);
    return digest;
  });
}
