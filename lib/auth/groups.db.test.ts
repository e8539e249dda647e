import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { subscribe } from "@/lib/db/bus";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { changeGroup } from "./commands/change-group";
import { createGroup } from "./commands/create-group";
import { deleteGroup } from "./commands/delete-group";
import { removeMember } from "./commands/remove-member";
import { listGroups } from "./groups";

const { db } = testDatabase();
const idOf = ({ actor }: Pick<Context, "actor">) => actor.userId;

async function aGroup() {
  const owner = await aContext(db);
  const viewer = await aColleague(owner, "viewer", "Ines");
  const group = await createGroup(owner, { name: "Support", members: [idOf(viewer), idOf(viewer)] });
  return { owner, viewer, group };
}

describe("a group of members", () => {
  it("has a name and members, each once, and is seen by everyone here", async () => {
    const { viewer, group } = await aGroup();
    expect(group).toMatchObject({
      name: "Support",
      limited: false,
      revision: 1,
      members: [{ name: "Ines" }],
    });
    expect((await listGroups(viewer)).items).toEqual([group]);
  });

  it("is changed field by field, once for each revision", async () => {
    const { owner, viewer, group } = await aGroup();
    const change = (baseRevision: number, fields: object) =>
      changeGroup(owner, { group: group.id, baseRevision, ...fields });
    expect(await change(1, { limited: true })).toMatchObject({
      name: "Support",
      limited: true,
      revision: 2,
      members: [{ id: idOf(viewer) }],
    });
    await expect(change(1, { name: "Other" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "group-changed", revision: 2 },
    });
    expect(await change(2, { name: "Helpers", members: [] })).toMatchObject({
      name: "Helpers",
      limited: true,
      members: [],
    });
    const both = await Promise.allSettled([change(3, { name: "A" }), change(3, { name: "B" })]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("has a name of its own", async () => {
    const { owner, group } = await aGroup();
    await expect(createGroup(owner, { name: "Support" })).rejects.toMatchObject({ code: "CONFLICT" });
    const other = await createGroup(owner, { name: "Sales" });
    await expect(
      changeGroup(owner, { group: other.id, baseRevision: 1, name: "Support" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await changeGroup(owner, { group: group.id, baseRevision: 1, name: "Support" })).toMatchObject({
      revision: 2,
    });
  });

  it("takes nobody who is no member, and loses who leaves", async () => {
    const { owner, viewer, group } = await aGroup();
    const stranger = idOf(await aPerson(db));
    await expect(createGroup(owner, { name: "Strangers", members: [stranger] })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await listGroups(owner)).items).toHaveLength(1);
    await removeMember(owner, { member: idOf(viewer) });
    expect((await listGroups(owner)).items).toMatchObject([{ id: group.id, members: [] }]);
  });

  it("is not here for another workspace, and for admins to change", async () => {
    const { viewer, group } = await aGroup();
    const elsewhere = await aContext(db);
    const asked = { group: group.id, baseRevision: 1, name: "Mine" };
    await expect(changeGroup(elsewhere, asked)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(deleteGroup(elsewhere, { group: group.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const refused of [
      changeGroup(viewer, asked),
      deleteGroup(viewer, { group: group.id }),
      createGroup(viewer, { name: "Ours" }),
    ])
      await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await listGroups(elsewhere)).items).toEqual([]);
  });

  it("is told of to whoever shows the library: its members may see other skills", async () => {
    const { owner, viewer } = await aGroup();
    const told: string[] = [];
    const listening = Promise.withResolvers<void>();
    const stop = subscribe("library", ({ workspaceId }) => told.push(workspaceId), listening.resolve);
    await listening.promise;
    const group = await createGroup(owner, { name: "Sales", members: [idOf(viewer)], limited: true });
    await expect.poll(() => told).toEqual([owner.workspace.id]);
    await changeGroup(owner, { group: group.id, baseRevision: 1, members: [] });
    await deleteGroup(owner, { group: group.id });
    await expect.poll(() => told).toHaveLength(3);
    stop();
  });

  it("leaves a trail from first to last", async () => {
    const { owner, group } = await aGroup();
    await changeGroup(owner, { group: group.id, baseRevision: 1, limited: true });
    await deleteGroup(owner, { group: group.id });
    await expect(deleteGroup(owner, { group: group.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const rows = await db.audit.findMany({
      where: { workspaceId: owner.workspace.id, action: { startsWith: "group." } },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      { action: "group.created", objectName: "Support", detail: { members: [{ name: "Ines" }] } },
      { action: "group.changed", detail: { before: { limited: false }, after: { limited: true } } },
      { action: "group.deleted" },
    ]);
  });
});
