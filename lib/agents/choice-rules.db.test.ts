import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { readDelivery } from "@/lib/delivery/read-delivery";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { createAgent } from "./commands/create-agent";
import { editAgent } from "./commands/edit-agent";
import { restoreRevision } from "./commands/restore-revision";
import { getAgentSkills } from "./get-agent-skills";
import { getImpact } from "./get-impact";
import { getRevisionDiff } from "./get-revision-diff";
import { getAgent, listAgentRevisions } from "./queries";

const { db } = testDatabase();

const reasonsOf = async (context: Context, agent: string) =>
  (await getAgentSkills(context, { agent })).items.map(({ skill, choice }) => [skill, choice.reason]);

async function aDesk() {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  await aPackage(context, { name: "other", publishNote: "First" });
  await aPackage(context, { name: "unpublished" });
  await createAgent(context, { name: "Desk", assignments: [{ skill: "notes" }] });
  return context;
}

/** As a release wrote it that knew of no rule; revisions are never changed. */
async function aRevisionWithoutRule(context: Context, number: number) {
  const { id } = await getAgent(context, { agent: "desk" });
  const first = await context.db.agentRevision.findFirstOrThrow({ where: { agentId: id, number: 1 } });
  const { capabilities, skillTypes, autoDiscover, allowedSkills, deniedSkills, environment, ...snapshot } = z
    .record(z.string(), z.json())
    .parse(first.snapshot);
  expect(deniedSkills).toEqual([]);
  await context.db.agentRevision.create({ data: { ...first, number, snapshot } });
}

describe("an agent's rule", () => {
  it("says nothing where nobody said anything, also in a row and a revision from before", async () => {
    const context = await aDesk();
    const open = {
      capabilities: null,
      skillTypes: null,
      autoDiscover: false,
      allowedSkills: [],
      deniedSkills: [],
      environment: { os: null, bins: null, env: null },
    };
    expect(await getAgent(context, { agent: "desk" })).toMatchObject(open);
    await db.agent.updateMany({ where: { workspaceId: context.workspace.id }, data: { choiceRule: {} } });
    expect(await getAgent(context, { agent: "desk" })).toMatchObject(open);
    expect(await reasonsOf(context, "desk")).toEqual([["notes", "assigned"]]);
  });

  it("lets nothing in where it cannot be read, and says so", async () => {
    const context = await aDesk();
    await db.agent.updateMany({ where: { workspaceId: context.workspace.id }, data: { choiceRule: [1] } });
    expect(await getAgent(context, { agent: "desk" })).toMatchObject({ deniedSkills: ["*"] });
    expect(await reasonsOf(context, "desk")).toEqual([["notes", "denied"]]);
  });

  it("is changed field by field, as revisions that say what changed, and comes back with one", async () => {
    const context = await aDesk();
    const first = await editAgent(context, {
      agent: "desk",
      baseRevision: 1,
      autoDiscover: true,
      deniedSkills: ["no*"],
    });
    expect(first).toMatchObject({
      revision: 2,
      autoDiscover: true,
      deniedSkills: ["no*"],
      capabilities: null,
    });
    expect(await reasonsOf(context, "desk")).toEqual([
      ["notes", "denied"],
      ["other", "discovered"],
    ]);
    const second = await editAgent(context, { agent: "desk", baseRevision: 2, capabilities: ["web"] });
    expect(second).toMatchObject({ autoDiscover: true, deniedSkills: ["no*"], capabilities: ["web"] });
    const same = await editAgent(context, { agent: "desk", baseRevision: 3, capabilities: ["web"] });
    expect(same.revision).toBe(3);
    expect((await listAgentRevisions(context, { agent: "desk" })).map(({ summary }) => summary)).toEqual([
      "Changed the capabilities",
      "Changed the auto-discovery, denied skills",
      "Created",
    ]);
    const diff = await getRevisionDiff(context, { agent: "desk", from: 1, to: 3 });
    expect(diff.settings).toEqual([
      { field: "capabilities", before: "not said", after: "web" },
      { field: "auto-discovery", before: "off", after: "on" },
      { field: "denied skills", before: "", after: "no*" },
    ]);
    const { agent } = await restoreRevision(context, { agent: "desk", number: 1, baseRevision: 3 });
    expect(agent).toMatchObject({ autoDiscover: false, deniedSkills: [], capabilities: null });
    expect(await reasonsOf(context, "desk")).toEqual([["notes", "assigned"]]);
  });

  it("knows a renamed skill by the name that its version goes out with too, until the next is published", async () => {
    const context = await aDesk();
    await renameSkill(context, { skill: "notes", name: "memo" });
    const rule = (baseRevision: number, change: object) =>
      editAgent(context, { agent: "desk", baseRevision, ...change });
    await rule(1, { deniedSkills: ["notes"] });
    expect(await reasonsOf(context, "desk")).toEqual([["memo", "denied"]]);
    const { id } = await getAgent(context, { agent: "desk" });
    expect((await readDelivery(context, { kind: "agent", agentId: id })).skills).toEqual([]);
    const impact = await getImpact(context, { skill: "memo" });
    expect(impact.agents[0]).toMatchObject({
      versionBefore: null,
      versionAfter: 2,
      choice: { before: { in: false }, after: { in: true } },
    });
    await rule(2, { deniedSkills: [], allowedSkills: ["memo"] });
    expect(await reasonsOf(context, "desk")).toEqual([["memo", "not-allowed"]]);
    await rule(3, { allowedSkills: ["memo", "notes"] });
    expect(await reasonsOf(context, "desk")).toEqual([["memo", "assigned"]]);
    await rule(4, { allowedSkills: ["memo"], deniedSkills: ["notes"] });
    await publishNext(context, "memo", "Do it well.\n");
    expect(await reasonsOf(context, "desk")).toEqual([["memo", "assigned"]]);
    expect((await readDelivery(context, { kind: "agent", agentId: id })).skills).toMatchObject([
      { name: "memo", version: { number: 2 } },
    ]);
  });

  it("stays what it is where an older revision kept none, and the restored one says so", async () => {
    const context = await aDesk();
    await editAgent(context, {
      agent: "desk",
      baseRevision: 1,
      deniedSkills: ["no*"],
      capabilities: ["web"],
    });
    await aRevisionWithoutRule(context, 90);
    const { agent, left } = await restoreRevision(context, { agent: "desk", number: 90, baseRevision: 2 });
    const told = "Its rule was not kept then, the one it has stays";
    expect(left).toEqual([told]);
    expect(agent).toMatchObject({ revision: 3, deniedSkills: ["no*"], capabilities: ["web"] });
    expect(await reasonsOf(context, "desk")).toEqual([["notes", "denied"]]);
    const { summary } = await context.db.agentRevision.findFirstOrThrow({
      where: { agentId: agent.id, number: 3 },
    });
    expect(summary).toBe(`Restored revision 90. Nothing differed. ${told}`);
  });

  it("is not spoken of where an older revision kept none and there is none to keep", async () => {
    const context = await aDesk();
    await aRevisionWithoutRule(context, 90);
    const { left } = await restoreRevision(context, { agent: "desk", number: 90, baseRevision: 1 });
    expect(left).toEqual([]);
  });

  it("is refused on a revision that somebody has left behind, and what was there stays", async () => {
    const context = await aDesk();
    await editAgent(context, { agent: "desk", baseRevision: 1, capabilities: ["web"] });
    await expect(
      editAgent(context, { agent: "desk", baseRevision: 1, capabilities: [] }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await getAgent(context, { agent: "desk" })).toMatchObject({ capabilities: ["web"] });
  });

  it("is nobody's elsewhere", async () => {
    await aDesk();
    const elsewhere = await aContext(db);
    await expect(getAgentSkills(elsewhere, { agent: "desk" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      editAgent(elsewhere, { agent: "desk", baseRevision: 1, autoDiscover: true }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
