import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aNeighbourhood, bytesOf, carryOutNeighbours, choosesGreedy } from "@/lib/testing/proof/neighbours";
import { aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { startNeighbourRuns } from "../commands/start-neighbour-runs";
import { startSuiteRun } from "../commands/start-suite-run";
import { readNeighbourProof } from "./read-neighbour-proof";

const { db } = testDatabase();
const { open } = choosesGreedy();

const pairOf = async (context: Context, skill: string) =>
  (await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.pairs[0];

async function giveTo(context: Context, agent: string, skills: readonly string[]): Promise<void> {
  const { revision: baseRevision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  await setAssignments(context, { agent, baseRevision, items: skills.map((skill) => ({ skill })) });
}

it("says that a lost case may be another skill's, tells nobody of it, and runs both anew", async () => {
  const context = await aContext(db);
  const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
  const source = { follows: "version", version: 1 } as const;
  const beside = { skill, ...source };
  await startSuiteRun(context, { skill: neighbour, agent, repeats: 1, source, beside }, open);
  await carryOutNeighbours(context, open);
  await aStoredSkill(context, { name: "note-taker", description: "Takes notes.", body: "# Notes\n" });
  await giveTo(context, agent, [neighbour, skill, "note-taker"]);
  const ofDraft = { skill, follows: "draft" } as const;
  await startSuiteRun(context, { skill: neighbour, agent, repeats: 1, source, beside: ofDraft }, open);
  await carryOutNeighbours(context, open);
  expect(await pairOf(context, skill)).toMatchObject({
    run: 2,
    before: 1,
    alsoChanged: ["note-taker"],
    lost: [{ query: "Merge PDF 2" }],
  });
  const told = () => db.notification.count({ where: { userId: rex.actor.userId, kind: "neighbour-lost" } });
  expect(await told()).toBe(0);
  const { started } = await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
  expect(started.map((one) => one.beside)).toEqual(["draft", "published"]);
  await carryOutNeighbours(context, open);
  expect(await pairOf(context, skill)).toMatchObject({
    run: 3,
    before: 4,
    alsoChanged: [],
    lost: [{ query: "Merge PDF 2", by: skill }],
  });
  expect(await told()).toBe(1);
  const again = await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
  expect(again.started.map((one) => one.beside)).toEqual(["draft"]);
});

it("is held against one version wherever it is asked: not against the bytes themselves once they are published", async () => {
  const context = await aContext(db);
  const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
  await changePolicy(context, { approvals: 0 });
  const { revision, digest } = await db.draft.findFirstOrThrow({
    where: { skill: { name: skill, workspaceId: context.workspace.id } },
  });
  await publishSkill(context, { skill, revision, digest, note: "" });
  await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
  const rows = await db.suiteRun.findMany({
    where: { workspaceId: context.workspace.id, skill: { name: neighbour } },
    orderBy: { number: "asc" },
  });
  expect(rows.map(({ besideVersion }) => besideVersion)).toEqual([null, 1]);
  await carryOutNeighbours(context, open);
  expect(
    await db.notification.findMany({ where: { userId: rex.actor.userId, kind: "neighbour-lost" } }),
  ).toMatchObject([{ data: { run: 1, lost: 1 } }]);
});
