import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSuite } from "@/lib/testing/proof/suite-runs";
import { aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { listNeighbours } from "../neighbours/list-neighbours";
import { chooseAgent } from "../plans/plan-suite-run";

const { db } = testDatabase();

async function aLibrary() {
  const context = await aContext(db);
  const { skill, skillId, sibling, agent } = await aSuite(context);
  const siblingId = (
    await db.skill.findFirstOrThrow({ where: { name: sibling, workspaceId: context.workspace.id } })
  ).id;
  return { context, skill, skillId, sibling, siblingId, agent };
}

describe("the proof of a skill that an agent finds by its rule", () => {
  it("has neighbours with every agent that finds both, and with none that keeps one of them out", async () => {
    const { context, skill, sibling, siblingId, agent } = await aLibrary();
    await createAgent(context, { name: "Finder", autoDiscover: true });
    await createAgent(context, { name: "Without it", autoDiscover: true, deniedSkills: [sibling] });
    await createAgent(context, { name: "Alone", autoDiscover: true, allowedSkills: [sibling] });
    const neighbours = await listNeighbours(context, { skillId: siblingId });
    expect(neighbours.map((one) => [one.agent.slug, one.skill])).toEqual([
      [agent, skill],
      ["finder", skill],
    ]);
  });

  it("has none with an agent whose rule keeps out what it is assigned", async () => {
    const { context, skill, sibling, siblingId, agent } = await aLibrary();
    const assignments = [{ skill: sibling }, { skill }];
    await createAgent(context, { name: "Denying", deniedSkills: [skill], assignments });
    const neighbours = await listNeighbours(context, { skillId: siblingId });
    expect(neighbours.map((one) => one.agent.slug)).toEqual([agent]);
  });

  it("is tried with the first agent that finds it where none is assigned it, and with none that keeps it out", async () => {
    const { context } = await aLibrary();
    const skillId = await aStoredSkill(context, triage);
    await createAgent(context, { name: "Denying", autoDiscover: true, deniedSkills: [triage.name] });
    await expect(chooseAgent(context, skillId, undefined)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    const finder = await createAgent(context, { name: "Finder", autoDiscover: true });
    expect(await chooseAgent(context, skillId, undefined)).toBe(finder.id);
  });
});
