import { expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { readDelivery } from "../read-delivery";
import { findBetween } from "./find-between";

const { db } = testDatabase();

/** A skill with four versions, and what a state is that has the first of them. */
async function aSkillWithFour() {
  const context = await aContext(db);
  const { skillId, versionId } = await aPackage(context, { name: "notes", publishNote: "First" });
  const numbersAfter = async (delivery: Awaited<ReturnType<typeof readDelivery>>, number = 1) => {
    const before = {
      skillId,
      name: "notes",
      versionId: versionId ?? "",
      number,
      key: "k",
      tree: "t",
      why: null,
    };
    const between = await findBetween(context, new Map([[skillId, before]]), delivery);
    return between.get(skillId)?.map(({ version }) => version.number) ?? [];
  };
  for (const body of ["Second.\n", "Third.\n", "Fourth.\n"]) await publishNext(context, "notes", body);
  const source = { kind: "selection" as const, skillIds: [skillId], label: null };
  return { context, skillId, source, numbersAfter };
}

it("finds the versions between, but those that were withdrawn", async () => {
  const { context, source, numbersAfter } = await aSkillWithFour();
  await withdrawVersion(context, { skill: "notes", number: 3, reason: "It leaks." });
  const delivery = await readDelivery(context, source);
  expect(await numbersAfter(delivery)).toEqual([2]);
  expect(await numbersAfter(delivery, 3)).toEqual([]);
  expect(await findBetween(context, new Map(), delivery)).toEqual(new Map());
});

it("keeps back what agents are not told of", async () => {
  const { context, skillId, source, numbersAfter } = await aSkillWithFour();
  const as = (number: number, description: string) => ({
    workspaceId: context.workspace.id,
    skillId,
    authorId: context.actor.userId,
    note: "",
    name: "notes",
    metadataTokens: 1,
    instructionTokens: 1,
    resourceTokens: 0,
    size: 0,
    number,
    description,
    digest: String(number).repeat(64),
  });
  await db.version.create({ data: as(5, "Reads \u202efiles\u200b.") });
  await db.version.create({ data: as(6, "Reads files.") });
  const delivery = await readDelivery(context, source);
  expect(delivery.skills.map(({ version }) => version.number)).toEqual([6]);
  expect(await numbersAfter(delivery)).toEqual([2, 3, 4]);
});

it("keeps back what the agent's host does not load, and that alone", async () => {
  const { context, skillId, numbersAfter } = await aSkillWithFour();
  const refused = skillText("notes").replace("\n---\n\n", "\ntools: Read\n---\n\n");
  await publishNext(context, "notes", "Fifth.\n", refused);
  await publishNext(context, "notes", "Sixth.\n");
  const { id: agentId, slug, revision } = await createAgent(context, { name: "Desk", dialect: "orion" });
  await setAssignments(context, { agent: slug, baseRevision: revision, items: [{ skill: "notes" }] });
  expect(await numbersAfter(await readDelivery(context, { kind: "agent", agentId }))).toEqual([2, 3, 4]);
  const selection = { kind: "selection" as const, skillIds: [skillId], label: null };
  expect(await numbersAfter(await readDelivery(context, selection))).toEqual([2, 3, 4, 5]);
});
