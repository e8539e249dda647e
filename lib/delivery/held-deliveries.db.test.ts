import { expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { notify, subscribe } from "@/lib/db/bus";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { heldDelivery, heldMoment } from "./held-deliveries";

const { db } = testDatabase();

async function anAgent(context: Context) {
  const agent = await anAgentWith(context, ["notes"], "Desk");
  const { id, revision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  return { agent, revision, source: { kind: "agent" as const, agentId: id } };
}

/** Once this server has heard that the library of a workspace moved. */
const heard = ({ workspace }: Context) =>
  new Promise<void>((resolve) => {
    const end = subscribe("library", ({ workspaceId }) => {
      if (workspaceId !== workspace.id) return;
      end();
      resolve();
    });
  });

const settled = (context: Context, source: Parameters<typeof heldDelivery>[1]) =>
  vi.waitFor(
    async () => {
      const first = await heldMoment(context, source);
      expect(await heldMoment(context, source)).toBe(first);
      return first.delivery;
    },
    { timeout: 10_000 },
  );

/** Until the connection that hears of changes stands, nothing is kept; what was told before must have come, too. */
async function kept(context: Context, source: Parameters<typeof heldDelivery>[1]) {
  await settled(context, source);
  const moved = heard(context);
  await notify(context, { topic: "library", workspaceId: context.workspace.id });
  await moved;
  return settled(context, source);
}

/** As a server that has just begun. */
function forgetAll(): void {
  globalThis.greenroomDeliveries = undefined;
}

it("gives what is held until something changes, then what is there", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 2 });
  const { agent, revision, source } = await anAgent(context);
  const first = await kept(context, source);
  expect(first.skills.map(({ version }) => version.number)).toEqual([2]);

  await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
  expect((await heldDelivery(context, source)).skills.map(({ version }) => version.number)).toEqual([1]);

  await setAssignments(context, { agent, baseRevision: revision, items: [] });
  expect((await heldDelivery(context, source)).skills).toEqual([]);
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
  expect(await heldDelivery(elsewhere, theirs)).not.toBe(before);
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

it("keeps what it holds while drafts are saved, and sees a new name", async () => {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  const { source } = await anAgent(context);
  const first = await kept(context, source);
  const saved = heard(context);
  const changes = [{ op: "write" as const, path: "SKILL.md", text: skillText("notes", "Not yet.\n") }];
  await changeDraft(context, { skill: "notes", baseRevision: 1, changes });
  await saved;
  expect(await heldDelivery(context, source)).toBe(first);
  await renameSkill(context, { skill: "notes", name: "minutes" });
  expect((await heldDelivery(context, source)).skills.map(({ skill }) => skill)).toEqual(["minutes"]);
});

it("reads once more, not once for each who asks, when something changes while it reads", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 1 });
  await kept(context, (await anAgent(context)).source);
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const $queryRaw = async (...asked: Parameters<typeof db.$queryRaw>) => {
    reads += 1;
    await gate.promise;
    return db.$queryRaw(...asked);
  };
  const slow = {
    ...context,
    db: new Proxy(db, { get: (of, key) => (key === "$queryRaw" ? $queryRaw : Reflect.get(of, key)) }),
  };
  const label = { kind: "label" as const, label: "stable" };
  const ask = () => heldDelivery(slow, label);
  const first = ask();
  const moved = heard(context);
  await notify(context, { topic: "library", workspaceId: context.workspace.id });
  await moved;
  const later = [ask(), ask(), ask()];
  expect(reads).toBe(1);
  gate.resolve();
  const [one, ...others] = await Promise.all(later);
  for (const other of others) expect(other).toBe(one);
  expect(reads).toBe(2);
  // Nothing has changed after all: it is the same, with all that was made of it.
  expect(await first).toBe(one);
});

it("is the same when it reads the same again, and another once anything that it tells has changed", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 1 });
  const { agent, revision, source } = await anAgent(context);
  const first = await kept(context, source);
  const again = await kept(context, source);
  expect(again).toBe(first);
  await renameSkill(context, { skill: "notes", name: "minutes" });
  const renamed = await heldDelivery(context, source);
  expect([renamed === first, renamed.digest === first.digest]).toEqual([false, true]);
  await setAssignments(context, { agent, baseRevision: revision, items: [] });
  expect((await heldDelivery(context, source)).skills).toEqual([]);
});

it("tells each reading from the one before, also where it finds the same", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 3 });
  const { source } = await anAgent(context);
  const delivery = await kept(context, source);
  const before = await heldMoment(context, source);
  await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
  const after = await heldMoment(context, source);
  expect([after === before, after.delivery === delivery]).toEqual([false, true]);
});

it("lets go of it, with all that was made of it, when nobody has asked for minutes, and weighs it all", async () => {
  forgetAll();
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 1 });
  const { source } = await anAgent(context);
  const delivery = await kept(context, source);
  const last = globalThis.greenroomDeliveries?.last;
  const [key = ""] = [...(last?.keys() ?? [])];
  expect(last?.getRemainingTTL(key)).toBeLessThan(6 * 60_000);
  expect(last?.calculatedSize).toBeGreaterThan(JSON.stringify(delivery).length * 8);
});

it("gives what was published here to whoever asks next, before this server hears of it", async () => {
  const context = await aContext(db);
  await aSkill(context, { name: "notes", versions: 2 });
  const { source } = await anAgent(context);
  await kept(context, source);
  for (let asked = 0; asked < 5; asked += 1) {
    await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
    expect((await heldDelivery(context, source)).skills.map(({ version }) => version.number)).toEqual([1]);
    await reinstateVersion(context, { skill: "notes", number: 2, reason: "It does not." });
    expect((await heldDelivery(context, source)).skills.map(({ version }) => version.number)).toEqual([2]);
  }
});

it("keeps no refusal", async () => {
  const context = await aContext(db);
  const nobody = { kind: "agent" as const, agentId: crypto.randomUUID() };
  for (let asked = 0; asked < 2; asked += 1)
    await expect(heldDelivery(context, nobody)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
