import { expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith } from "@/lib/testing/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { heldDelivery } from "./held-deliveries";

const { db } = testDatabase();

async function anAgent(context: Context) {
  const agent = await anAgentWith(context, ["notes"], "Desk");
  const { id, revision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  return { agent, revision, source: { kind: "agent" as const, agentId: id } };
}

/** Until the connection that hears of changes stands, nothing is kept. */
const kept = (context: Context, source: Parameters<typeof heldDelivery>[1]) =>
  vi.waitFor(async () => {
    const first = await heldDelivery(context, source);
    expect(await heldDelivery(context, source)).toBe(first);
    return first;
  });

it("gives what is held until something changes, then what is there, within a second", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 2 });
  const { agent, revision, source } = await anAgent(context);
  const first = await kept(context, source);
  expect(first.skills.map(({ version }) => version.number)).toEqual([2]);

  await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
  await vi.waitFor(async () => {
    expect((await heldDelivery(context, source)).skills.map(({ version }) => version.number)).toEqual([1]);
  });

  await setAssignments(context, { agent, baseRevision: revision, items: [] });
  await vi.waitFor(async () => expect((await heldDelivery(context, source)).skills).toEqual([]));
});

it("keeps what it holds when another workspace changes", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 1 });
  const { source } = await anAgent(context);
  const first = await kept(context, source);
  const elsewhere = await aContext(db);
  await aSkill(elsewhere, { name: "notes", versions: 2 });
  const { source: theirs } = await anAgent(elsewhere);
  const before = await kept(elsewhere, theirs);
  await withdrawVersion(elsewhere, { skill: "notes", number: 2, reason: "It leaks." });
  await vi.waitFor(async () => expect(await heldDelivery(elsewhere, theirs)).not.toBe(before));
  expect(await heldDelivery(context, source)).toBe(first);
});

it("reads once for all who ask at the same moment", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 1 });
  const { source } = await anAgent(context);
  await kept(context, source);
  const label = { kind: "label" as const, label: "stable" };
  const [one, ...others] = await Promise.all([1, 2, 3].map(() => heldDelivery(context, label)));
  for (const other of others) expect(other).toBe(one);
});

it("keeps no refusal", async () => {
  const context = await aContext(db);
  const nobody = { kind: "agent" as const, agentId: crypto.randomUUID() };
  for (let asked = 0; asked < 2; asked += 1)
    await expect(heldDelivery(context, nobody)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
