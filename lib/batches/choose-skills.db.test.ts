import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { getAgent, listAgentRevisions } from "@/lib/agents/queries";
import { runOn } from "@/lib/testing/batches";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { aSkill } from "@/lib/testing/skills";
import { mostSkills } from "./batch-options";
import { runBatch } from "./commands/run-batch";
import { undoBatch } from "./commands/undo-batch";
import type { ChosenSkills, UndoingAct } from "./schema";

const { db } = testDatabase();

const preview = async (context: Context, skills: ChosenSkills) => {
  const report = await runBatch(context, { skills, act: { kind: "archive" }, preview: true });
  return report.items.map(({ skill }) => skill.name);
};

describe("choosing by the list's filters", () => {
  it("takes what the list shows, in its order, without the exceptions", async () => {
    const context = await aContext(db);
    for (const name of ["deploy-web", "deploy-api", "notes", "deploy-old"])
      await aSkill(context, { name, versions: name === "notes" ? 1 : 0 });
    await aSkill(await aContext(db), { name: "deploy-theirs" });
    const deploys = { name: "deploy-*", sort: "name" } as const;
    expect(await preview(context, { matching: deploys, except: ["deploy-old"] })).toEqual([
      "deploy-api",
      "deploy-web",
    ]);
    expect(await preview(context, { matching: { ...deploys, direction: "desc" } })).toEqual([
      "deploy-web",
      "deploy-old",
      "deploy-api",
    ]);
    expect(await preview(context, { matching: { query: "notes" } })).toEqual(["notes"]);
    await expect(preview(context, { matching: { name: "none-*" } })).rejects.toThrow("No skill matches.");
  });

  it("goes over as many pages as there are, up to what one call may be about", async () => {
    const context = await aContext(db);
    const { workspace, actor } = context;
    const names = Array.from({ length: mostSkills + 1 }, (_, at) => `s-${String(at).padStart(3, "0")}`);
    const ids = new Map(names.map((name) => [name, crypto.randomUUID()]));
    const own = { workspaceId: workspace.id };
    await db.skill.createMany({
      data: names.map((name) => ({
        ...own,
        id: ids.get(name) ?? "",
        name,
        nameKey: name,
        createdById: actor.userId,
      })),
    });
    await db.draft.createMany({
      data: names.map((name) => ({
        ...own,
        skillId: ids.get(name) ?? "",
        digest: "d".repeat(64),
        updatedById: actor.userId,
        description: name,
        body: "",
        metadataTokens: 1,
        instructionTokens: 1,
        resourceTokens: 0,
        size: 0,
        errorCount: 0,
        warningCount: 0,
        blockingCount: 0,
      })),
    });
    const matching = { name: "s-*", sort: "name" } as const;
    await expect(preview(context, { matching })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "501 skills match; at most 500 go at once. Narrow the filters.",
      details: { total: 501, most: 500 },
    });
    const { id } = await createAgent(context, { name: "Desk" });
    const report = await runBatch(context, {
      skills: { matching, except: ["s-500"] },
      act: { kind: "assign", agents: [id] },
    });
    expect(report.counts).toEqual({ done: 500, unchanged: 0, refused: 0 });
    expect(report.items.map(({ skill }) => skill.name)).toEqual(names.slice(0, -1));
    const full = await runOn(context, ["s-500"], { kind: "assign", agents: [id] });
    expect(full.items[0]?.problem).toEqual({
      code: "UNPROCESSABLE",
      message: "Desk has 500 skills, and none has more. Take some away first.",
    });
  });
});

describe("a choice that cannot be", () => {
  let context: Context;
  beforeAll(async () => {
    context = await aContext(db);
  });
  const many = Array.from({ length: mostSkills + 1 }, (_, at) => `s-${at}`);

  it.each([
    ["no names", { names: [] }, "Choose a skill."],
    ["a name twice", { names: ["a", "a"] }, "A skill is named twice."],
    ["too many names", { names: many }, "At most 500 skills at once."],
    ["neither names nor filters", {}, "Give `names`, or `matching` with the filters of the list."],
  ])("%s is told in words", async (_, skills, words) => {
    const input = { skills, act: { kind: "archive" } };
    // As a program sends it: the types of ours would not let it through.
    const sent = JSON.parse(JSON.stringify(input));
    await expect(runBatch(context, sent)).rejects.toThrow(words);
  });

  it("of what is taken back has one kind for each skill, and no skill twice", async () => {
    const archive: UndoingAct = { kind: "archive" };
    const unassign: UndoingAct = { kind: "unassign", agents: [crypto.randomUUID()] };
    const undo = (items: { skill: string; undo: UndoingAct[] }[]) => undoBatch(context, { items });
    await expect(undo([{ skill: "a", undo: [archive, unassign] }])).rejects.toThrow(
      "Take back what agents have in a call of its own.",
    );
    const twice = { skill: "a", undo: [archive] };
    await expect(undo([twice, twice])).rejects.toThrow("A skill is named twice.");
  });
});

it("a hundred are published and assigned with one version each and one revision of the agent", async () => {
  const context = await aContext(db);
  const names = Array.from({ length: 100 }, (_, at) => `skill-${String(at).padStart(3, "0")}`);
  for (const name of names) await aPackage(context, { name, files: { "references/more.md": name } });
  const { id } = await createAgent(context, { name: "Desk" });
  expect((await runOn(context, names, { kind: "publish" })).counts.done).toBe(100);
  expect((await runOn(context, names, { kind: "assign", agents: [id] })).counts.done).toBe(100);
  const { assignments, revision } = await getAgent(context, { agent: "desk" });
  expect(revision).toBe(2);
  expect(await listAgentRevisions(context, { agent: "desk" })).toHaveLength(2);
  expect(assignments.map(({ skill }) => skill)).toEqual(names);
  expect(new Set(assignments.map(({ resolved }) => resolved.kind))).toEqual(new Set(["version"]));
});
