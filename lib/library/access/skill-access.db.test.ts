import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { exportAgent } from "@/lib/agents/export-agent";
import { getAgentSkills } from "@/lib/agents/get-agent-skills";
import { getRevisionDiff } from "@/lib/agents/get-revision-diff";
import { getAgent, listAgentRevisions } from "@/lib/agents/queries";
import { createGroup } from "@/lib/auth/commands/create-group";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { inTransaction } from "@/lib/db/transaction";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { notifyPeople } from "@/lib/notifications/commands";
import { countUnread, listNotifications } from "@/lib/notifications/queries";
import { resolveRunSkills } from "@/lib/playground/resolve-run-skills";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { addMaintainer } from "../commands/add-maintainer";
import { changeAccess } from "../commands/change-access";
import { duplicateSkill } from "../commands/duplicate-skill";
import { listSkills } from "../list-skills";
import { getSkillAccess } from "./get-skill-access";

const { db } = testDatabase();
const skill = "payroll";
const idOf = ({ actor }: Context) => actor.userId;
const namesOf = async (context: Context) =>
  (await listSkills(context, { sort: "name" })).items.map(({ name }) => name);

async function aWorkspace() {
  const owner = await aContext(db);
  await aPackage(owner, { name: skill, publishNote: "First" });
  await aPackage(owner, { name: "notes", publishNote: "First" });
  const viewer = await aColleague(owner, "viewer", "Ines");
  const author = await aColleague(owner, "author", "Omar");
  return { owner, viewer, author };
}

const close = (context: Context, members: string[] = [], groups: string[] = [], baseRevision = 0) =>
  changeAccess(context, { skill, baseRevision, people: { members, groups }, agents: null });

describe("changeAccess", () => {
  it("opens a skill to chosen people, and is as if it were not here to the others", async () => {
    const { owner, viewer, author } = await aWorkspace();
    expect(await namesOf(viewer)).toEqual(["notes", skill]);
    const changed = await close(owner, [idOf(viewer)]);
    expect(changed).toMatchObject({
      revision: 1,
      people: { members: [{ name: "Ines" }], groups: [] },
      agents: null,
      mayManage: true,
    });
    expect(await namesOf(viewer)).toEqual(["notes", skill]);
    expect(await namesOf(author)).toEqual(["notes"]);
    expect(await listSkills(author, { query: skill })).toMatchObject({ items: [], total: 0 });
    expect(await listSkills(author, {})).toMatchObject({ total: 1 });
    await expect(getSkillAccess(author, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await getSkillAccess(viewer, { skill })).toMatchObject({
      why: "is open to you by name",
      mayManage: false,
    });
    const [listed] = (await listSkills(viewer, { query: skill })).items;
    expect(listed?.openBy).toBe("is open to you by name");
    const [open] = (await listSkills(viewer, { query: "notes" })).items;
    expect(open).not.toHaveProperty("openBy");
  });

  it("takes its notices out of the inbox of whoever does not see it, and gives them back", async () => {
    const { owner, author } = await aWorkspace();
    const id = (await db.skill.findFirstOrThrow({ where: { name: skill, workspaceId: owner.workspace.id } }))
      .id;
    const told = (name: string, skillId: string) =>
      inTransaction(owner, (context) =>
        notifyPeople(context, {
          kind: "published",
          data: { skill: { id: skillId, name }, version: 1 },
          to: [idOf(author)],
        }),
      );
    await told(skill, id);
    await told("gone", crypto.randomUUID());
    const inbox = async () => (await listNotifications(author, {})).items.length;
    expect([await inbox(), await countUnread(author)]).toEqual([2, { unread: 2 }]);
    await close(owner);
    expect([await inbox(), await countUnread(author)]).toEqual([1, { unread: 1 }]);
    await changeAccess(owner, { skill, baseRevision: 1, people: null, agents: null });
    expect([await inbox(), await countUnread(author)]).toEqual([2, { unread: 2 }]);
  });

  it("is named in no revision of an agent that has it, but to those who see it", async () => {
    const { owner, author } = await aWorkspace();
    const { slug: agent, revision } = await createAgent(owner, { name: "Desk" });
    await setAssignments(owner, {
      agent,
      baseRevision: revision,
      items: [{ skill }, { skill: "notes" }],
    });
    await close(owner);
    const read = async (context: Context) => {
      const [newest] = await listAgentRevisions(context, { agent });
      const diff = await getRevisionDiff(context, { agent, from: revision, to: revision + 1 });
      return { summary: newest?.summary, told: JSON.stringify([newest, diff]) };
    };
    expect((await read(owner)).told).toContain(skill);
    const seen = await read(author);
    expect(seen.told).toContain("notes");
    expect(seen.told).not.toContain(skill);
    expect(seen.summary).toBe("Skills changed");
  });

  it("stays open to its creator, its co-maintainers and admins", async () => {
    const { owner, viewer, author } = await aWorkspace();
    const admin = await aColleague(owner, "admin");
    await aPackage(author, { name: "authored" });
    await addMaintainer(owner, { skill: "authored", person: idOf(viewer) });
    await changeAccess(admin, {
      skill: "authored",
      baseRevision: 0,
      people: { members: [], groups: [] },
      agents: null,
    });
    const why = async (context: Context) => (await getSkillAccess(context, { skill: "authored" })).why;
    expect(await why(author)).toBe("is open to you as one who looks after it");
    expect(await why(viewer)).toBe("is open to you as one who looks after it");
    expect(await why(admin)).toBe("is open to you as an admin");
    expect(await findHiddenSkills(await aColleague(owner, "reviewer"))).toHaveLength(1);
  });

  it("opens it to a group, whose limited members see nothing else", async () => {
    const { owner, viewer, author } = await aWorkspace();
    const payroll = await createGroup(owner, { name: "Payroll", members: [idOf(viewer)], limited: true });
    expect(await namesOf(viewer)).toEqual([]);
    await close(owner, [], [payroll.id]);
    expect(await namesOf(viewer)).toEqual([skill]);
    expect(await namesOf(author)).toEqual(["notes"]);
    expect((await getSkillAccess(viewer, { skill })).why).toBe("is open to you as a member of Payroll");
  });

  it("is for admins", async () => {
    const { viewer, author } = await aWorkspace();
    for (const context of [viewer, author, await aColleague(author, "reviewer")])
      await expect(close(context)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("tells whoever comes second", async () => {
    const { owner, viewer } = await aWorkspace();
    const both = await Promise.allSettled([close(owner), close(owner, [idOf(viewer)])]);
    const refused = both.find((one) => one.status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "CONFLICT", details: { reason: "access-changed" } } });
    expect((await getSkillAccess(owner, { skill })).revision).toBe(1);
  });

  it("knows no skill, member, group or agent of elsewhere", async () => {
    const [{ owner }, theirs] = [await aWorkspace(), await aWorkspace()];
    const group = await createGroup(theirs.owner, { name: "Theirs" });
    await createAgent(theirs.owner, { name: "Their desk" });
    for (const wanted of [
      { people: { members: [idOf(theirs.viewer)], groups: [] }, agents: null },
      { people: { members: [], groups: [group.id] }, agents: null },
      { people: null, agents: ["their-desk"] },
    ])
      await expect(changeAccess(owner, { skill, baseRevision: 0, ...wanted })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    await aPackage(theirs.owner, { name: "only-theirs" });
    await expect(
      changeAccess(owner, { skill: "only-theirs", baseRevision: 0, people: null, agents: null }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getSkillAccess(owner, { skill })).revision).toBe(0);
  });

  it("leaves who was chosen, before and after, in the trail", async () => {
    const { owner, viewer } = await aWorkspace();
    await close(owner, [idOf(viewer)]);
    await changeAccess(owner, { skill, baseRevision: 1, people: null, agents: [] });
    const rows = await db.audit.findMany({
      where: { workspaceId: owner.workspace.id, action: "access.changed" },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      {
        objectName: skill,
        detail: { before: { people: null }, after: { people: { members: [{ name: "Ines" }] } } },
      },
      { detail: { before: { agents: null }, after: { people: null, agents: [] } } },
    ]);
  });

  it("goes with whoever leaves: who comes back begins anew", async () => {
    const { owner, viewer } = await aWorkspace();
    await close(owner, [idOf(viewer)]);
    await removeMember(owner, { member: idOf(viewer) });
    expect(await getSkillAccess(owner, { skill })).toMatchObject({ revision: 2, people: { members: [] } });
    await db.member.create({
      data: { workspaceId: owner.workspace.id, userId: idOf(viewer), role: "viewer" },
    });
    expect(await namesOf(viewer)).toEqual(["notes"]);
  });

  it("holds for copies of the skill", async () => {
    const { owner, viewer, author } = await aWorkspace();
    await close(owner, [idOf(author)]);
    await duplicateSkill(author, { skill, name: "payroll-copy" });
    expect(await namesOf(viewer)).toEqual(["notes"]);
  });
});

describe("an agent with a skill that is not open to whoever looks", () => {
  it("has it, and they see, run, export and fetch the rest", async () => {
    const { owner, viewer } = await aWorkspace();
    const desk = await createAgent(owner, { name: "Desk", assignments: [{ skill }, { skill: "notes" }] });
    const whole = await openDelivery(owner, "desk");
    await close(owner);
    const seen = async (context: Context) => ({
      page: (await getAgentSkills(context, { agent: "desk" })).items.map((one) => one.skill),
      agent: (await getAgent(context, { agent: "desk" })).assignments.map((one) => one.skill),
      run: (await resolveRunSkills(context, desk.id, [])).skills.map(({ ref }) => ref.name).sort(),
      delivery: (await openDelivery(context, "desk")).delivery.skills.map((one) => one.skill),
    });
    expect(await seen(viewer)).toEqual({
      page: ["notes"],
      agent: ["notes"],
      run: ["notes"],
      delivery: ["notes"],
    });
    expect((await seen(owner)).page).toEqual([skill, "notes"]);
    expect((await openDelivery(viewer, "desk")).delivery.digest).not.toBe(whole.delivery.digest);
    expect((await openDelivery(owner, "desk")).delivery.digest).toBe(whole.delivery.digest);
    const mine = await exportAgent(viewer, { agent: "desk" });
    const all = await exportAgent(owner, { agent: "desk" });
    expect(mine.content.byteLength).toBeLessThan(all.content.byteLength);
  });

  it("does not offer it by an overlay laid before", async () => {
    const { owner, viewer } = await aWorkspace();
    const desk = await createAgent(owner, { name: "Desk" });
    const { id } = await db.skill.findFirstOrThrow({
      where: { name: skill, workspaceId: owner.workspace.id },
    });
    const overlay = [{ skillId: id, name: skill, follows: "latest", label: null, version: null }] as const;
    expect((await resolveRunSkills(viewer, desk.id, overlay)).skills).toHaveLength(1);
    await close(owner);
    expect(await resolveRunSkills(viewer, desk.id, overlay)).toMatchObject({
      skills: [],
      unavailable: [{ name: skill, reason: "not-chosen", detail: "It is not open to you any more." }],
    });
  });
});
