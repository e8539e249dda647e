import { expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { encodeTree, objectId } from "@/lib/git/objects";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { heldPackages } from "../git/git-packages";
import { stateAfter } from "../git/load-history";
import { openRepository } from "../git/open-repository";
import { readDelivery } from "../read-delivery";
import { recordCommits } from "./record-commits";

const { db } = testDatabase();

async function anAgent(context: Context, names: readonly string[]) {
  for (const name of names) await aPackage(context, { name, publishNote: "First" });
  const { id: agentId, slug, revision } = await createAgent(context, { name: "Desk" });
  const items = names.map((skill) => ({ skill }));
  await setAssignments(context, { agent: slug, baseRevision: revision, items });
  return { source: { kind: "agent" as const, agentId }, title: slug };
}

it("writes a commit for each skill, once", async () => {
  const context = await aContext(db, { name: "Ines" });
  const recorded = await anAgent(context, ["a", "b"]);
  const delivery = await readDelivery(context, recorded.source);
  const rows = await recordCommits(context, recorded, delivery);
  expect(rows.map(({ number, change }) => [number, change.skill?.name])).toEqual([
    [1, undefined],
    [2, "a"],
    [3, "b"],
  ]);
  expect(rows.map(({ parents }) => parents)).toEqual([[], [rows[0]?.id], [rows[1]?.id]]);
  expect(await recordCommits(context, recorded, delivery)).toEqual(rows);
  const repository = await openRepository(context, recorded);
  const newest = repository.findCommit(rows[2]?.id ?? "");
  expect(objectId("tree", encodeTree(await repository.readTree(newest?.tree ?? "")))).toBe(newest?.tree);
});

it("writes the same for several who find the same change at once", async () => {
  const context = await aContext(db, { name: "Ines" });
  const recorded = await anAgent(context, ["c", "d", "e"]);
  const delivery = await readDelivery(context, recorded.source);
  const [one, ...others] = await Promise.all(
    [1, 2, 3, 4].map(() => recordCommits(context, recorded, delivery)),
  );
  expect(one).toHaveLength(4);
  for (const other of others) expect(other?.map(({ id }) => id)).toEqual(one?.map(({ id }) => id));
  expect(await db.gitCommit.count({ where: { workspaceId: context.workspace.id } })).toBe(4);
});

it("puts no older state on a newer one, whoever still holds the older", async () => {
  const context = await aContext(db);
  const recorded = await anAgent(context, ["stale", "gone"]);
  const old = await readDelivery(context, recorded.source);
  await recordCommits(context, recorded, old);
  await publishNext(context, "stale", "Second.\n");
  const agent = await db.agent.findUniqueOrThrow({ where: { id: recorded.source.agentId } });
  await setAssignments(context, {
    agent: agent.slug,
    baseRevision: agent.revision,
    items: [{ skill: "stale" }],
  });
  const now = await readDelivery(context, recorded.source);
  const rows = await recordCommits(context, recorded, now);
  expect([...stateAfter(rows).values()].map(({ name, number }) => [name, number])).toEqual([["stale", 2]]);
  expect(await recordCommits(context, recorded, old)).toEqual(rows);
  const both = await Promise.all([old, now, old].map((one) => recordCommits(context, recorded, one)));
  for (const one of both) expect(one).toEqual(rows);
});

it("is a history of its own, with ids that nobody can work out", async () => {
  const context = await aContext(db);
  const recorded = await anAgent(context, ["salted"]);
  const delivery = await readDelivery(context, recorded.source);
  const [first] = await recordCommits(context, recorded, delivery);
  expect(Buffer.from(first?.bytes ?? []).toString()).toMatch(/\n\nGreenroom-History: [\w-]{43}\n$/);
});

it("makes packages once for many who find the same history empty", async () => {
  const context = await aContext(db);
  const recorded = await anAgent(context, ["joined"]);
  const delivery = await readDelivery(context, recorded.source);
  const kept = vi.spyOn(heldPackages(), "set");
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => recordCommits(context, recorded, delivery)));
  expect(kept).toHaveBeenCalledTimes(1);
  kept.mockRestore();
});

it("has nothing for an agent of elsewhere", async () => {
  const recorded = await anAgent(await aContext(db), ["f"]);
  const elsewhere = await aContext(db);
  await expect(openRepository(elsewhere, recorded)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await db.gitCommit.count({ where: { workspaceId: elsewhere.workspace.id } })).toBe(0);
});

it("keeps what it made in each workspace, also where another has the same", async () => {
  const contexts = [await aContext(db), await aContext(db)];
  for (const context of contexts) {
    const recorded = await anAgent(context, ["same"]);
    await openRepository(context, recorded);
    expect(await db.gitPackage.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  }
});

it("begins another commit when all is called otherwise, and a selection another history", async () => {
  const context = await aContext(db);
  const { source } = await anAgent(context, ["g"]);
  const delivery = await readDelivery(context, source);
  await recordCommits(context, { source, title: "desk" }, delivery);
  const renamed = await recordCommits(context, { source, title: "office" }, delivery);
  expect(renamed.map(({ change }) => change.title)).toEqual(["desk", "desk", "office"]);
  const skillIds = delivery.skills.map(({ skillId }) => skillId);
  const selection = { kind: "selection" as const, skillIds, label: null };
  const chosen = await readDelivery(context, selection);
  const [ci] = await recordCommits(context, { source: selection, title: "ci" }, chosen);
  const [other] = await recordCommits(context, { source: selection, title: "other" }, chosen);
  expect([ci?.number, other?.number]).toEqual([1, 1]);
  expect(ci?.id).not.toBe(other?.id);
});
