import { expect, it, vi } from "vitest";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { getManifest } from "../get-manifest";
import { openDelivery } from "../open-delivery";
import { noteFetch } from "./note-fetch";

const { db } = testDatabase();

async function aDesk() {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 2 });
  const agent = await anAgentWith(context, ["notes"], "Desk");
  const { id: agentId } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  return { context, agent, agentId, machine: await aMachine(context, agent) };
}
const keptOf = (id: string) =>
  db.apiKey.findUniqueOrThrow({ where: { id }, select: { fetchedDigest: true, fetchedAt: true } });

it("keeps what a key fetched and since when, and writes nothing for the same again", async () => {
  const { context, machine } = await aDesk();
  expect(await keptOf(machine.id)).toEqual({ fetchedDigest: null, fetchedAt: null });
  const { digest } = await machine.manifest();
  const first = await keptOf(machine.id);
  expect(first).toEqual({ fetchedDigest: digest, fetchedAt: expect.any(Date) });
  await machine.manifest();
  expect(await keptOf(machine.id)).toEqual(first);

  await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
  await vi.waitFor(async () => expect((await machine.manifest()).digest).not.toBe(digest));
  const second = await keptOf(machine.id);
  expect(second.fetchedDigest).not.toBe(digest);
  expect(second.fetchedAt?.getTime()).toBeGreaterThanOrEqual(first.fetchedAt?.getTime() ?? Number.NaN);
});

it("remembers what a program was delivered, and nothing of what a person looks at", async () => {
  const { context, agent, agentId, machine } = await aDesk();
  await getManifest(context, { agent });
  expect(await db.agentDelivery.count({ where: { agentId } })).toBe(0);
  const { digest } = await machine.manifest();
  await machine.manifest();
  const rows = await db.agentDelivery.findMany({ where: { agentId } });
  expect(rows).toMatchObject([
    { digest, workspaceId: context.workspace.id, skills: [{ name: "notes", number: 2 }] },
  ]);
});

it("keeps the newest hundred, and besides what a key has that is not revoked", async () => {
  const { context, agentId, machine } = await aDesk();
  const other = await aMachine(context, "desk", "Other");
  const revoked = await aMachine(context, "desk", "Revoked");
  const old = (n: number) => n.toString(16).padStart(64, "0");
  await db.agentDelivery.createMany({
    data: Array.from({ length: 120 }, (_, n) => ({
      agentId,
      digest: old(n),
      workspaceId: context.workspace.id,
      skills: [],
      at: new Date(n * 1000),
    })),
  });
  await db.apiKey.update({ where: { id: other.id }, data: { fetchedDigest: old(3) } });
  await db.apiKey.update({
    where: { id: revoked.id },
    data: { fetchedDigest: old(4), revokedAt: new Date() },
  });
  const { digest } = await machine.manifest();
  const kept = await db.agentDelivery.findMany({ where: { agentId }, orderBy: { at: "asc" } });
  expect(kept).toHaveLength(101);
  expect(kept[0]?.digest).toBe(old(3));
  expect(kept[1]?.digest).toBe(old(21));
  expect(kept.at(-1)?.digest).toBe(digest);
});

it("lets the program have it where nothing can be written", async () => {
  const { machine, agent } = await aDesk();
  const asking = await machine.asking();
  const opened = await openDelivery(asking, agent);
  const broken = new Proxy(db, {
    get: (target, name) => {
      if (name === "agentDelivery" || name === "apiKey") throw new Error("read-only");
      return Reflect.get(target, name);
    },
  });
  await expect(noteFetch({ ...asking, db: broken }, opened)).resolves.toBeUndefined();
  expect((await keptOf(machine.id)).fetchedDigest).toBeNull();
});
