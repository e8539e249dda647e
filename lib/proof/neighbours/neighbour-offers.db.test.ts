import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aNeighbourhood, bytesOf, carryOutNeighbours, choosesGreedy } from "@/lib/testing/proof/neighbours";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { startNeighbourRuns } from "../commands/start-neighbour-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { readNeighbourProof } from "./read-neighbour-proof";

const { db } = testDatabase();

describe("runs of a neighbour", () => {
  it("say nothing any more once the agent has other bytes of them, or the draft is another", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aNeighbourhood(context);
    const { open } = choosesGreedy();
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
    await carryOutNeighbours(context, open);
    const bytes = await bytesOf(skill, context);
    expect((await readNeighbourProof(context, { ...bytes, digest: "f".repeat(64) }))[0]?.pairs).toEqual([]);
    expect(
      (await readNeighbourProof(context, { ...bytes, publishedDigest: "e".repeat(64) }))[0]?.pairs,
    ).toMatchObject([{ before: null, lost: [] }]);
  });

  it("count for an agent with the bytes that it offers, and not with those that only another one has", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    await changePolicy(context, { approvals: 0 });
    await publishNext(context, neighbour, "# PDF\n\nRead first.\n");
    const desk = await createAgent(context, { name: "Desk", instructions: "Be brief." });
    await setAssignments(context, {
      agent: desk.slug,
      baseRevision: desk.revision,
      items: [{ skill: neighbour, follows: "version", version: 1 }, { skill }],
    });
    const { open } = choosesGreedy();
    const tryWith = async (slug: string, version: number, follows: "draft" | "version") => {
      const beside = follows === "draft" ? { skill, follows } : { skill, follows, version: 1 };
      const source = { follows: "version" as const, version };
      await startSuiteRun(context, { skill: neighbour, agent: slug, source, beside, repeats: 1 }, open);
    };
    // Each agent with what the other one has of it.
    for (const follows of ["draft", "version"] as const) {
      await tryWith(agent, 1, follows);
      await tryWith(desk.slug, 2, follows);
    }
    const read = async () => (await readNeighbourProof(context, await bytesOf(skill, context)))[0];
    expect(await read()).toMatchObject({ goingOn: 0 });
    await carryOutNeighbours(context, open);
    expect(await read()).toMatchObject({ agents: [{ slug: agent }, { slug: desk.slug }], pairs: [] });
    for (const follows of ["draft", "version"] as const) await tryWith(desk.slug, 1, follows);
    await carryOutNeighbours(context, open);
    expect(await read()).toMatchObject({ pairs: [{ agent: { slug: desk.slug }, run: 5, before: 6 }] });
  });

  it("count for an agent that is tried with the skill before it has it, with what it offers of them", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const desk = await anAgentWith(context, [neighbour], "Desk");
    const { open } = choosesGreedy();
    await startNeighbourRuns(context, { skill, agent: desk, repeats: 1 }, open);
    await carryOutNeighbours(context, open);
    const read = async () => (await readNeighbourProof(context, await bytesOf(skill, context)))[0];
    expect(await read()).toMatchObject({
      agents: [{ slug: agent }],
      pairs: [{ agent: { slug: desk }, lost: [{ query: "Merge PDF 2" }] }],
    });
    const { revision: baseRevision } = await db.agent.findFirstOrThrow({
      where: { slug: desk, workspaceId: context.workspace.id },
    });
    await setAssignments(context, { agent: desk, baseRevision, items: [] });
    expect(await read()).toMatchObject({ agents: [{ slug: agent }], pairs: [] });
  });

  it("are compared with the catalogue without it where nothing is published, beside an agent that does not have it", async () => {
    const context = await aContext(db);
    const { neighbour, agent } = await aNeighbourhood(context);
    await aStoredSkill(context, { name: "new-one", description: "Is new.", body: "# New\n" }, false);
    const { open } = choosesGreedy();
    const { started } = await startNeighbourRuns(context, { skill: "new-one", agent, repeats: 1 }, open);
    expect(started.map((one) => one.skill)).toEqual([neighbour, neighbour]);
    const rows = await db.suiteRun.findMany({
      where: { workspaceId: context.workspace.id, besideSkill: "new-one" },
      orderBy: { number: "asc" },
    });
    expect(rows.map(({ besideDigest }) => besideDigest === null)).toEqual([false, true]);
  });
});
