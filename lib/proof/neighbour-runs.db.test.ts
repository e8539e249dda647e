import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { publishNext } from "@/lib/testing/publish-next";
import { anAgentWith, aStoredSkill, skillText } from "@/lib/testing/rehearsals";
import { aScriptedModel, aSuite, aWorker, someCases } from "@/lib/testing/suite-runs";
import { judgeEndedRuns } from "./commands/judge-ended-runs";
import { startNeighbourRuns } from "./commands/start-neighbour-runs";
import { startSuiteRun } from "./commands/start-suite-run";
import { estimateNeighbourRuns } from "./estimate-neighbour-runs";
import type { OpenModel } from "./open-model";
import { readNeighbourProof } from "./read-neighbour-proof";

const { db } = testDatabase();
const greedy = "Merges PDF files, and whatever else is on paper.";

/** The neighbour's second case goes to whoever promises everything. */
const chooses = () =>
  aScriptedModel((query, told) =>
    query.startsWith("Merge")
      ? {
          call:
            told?.includes("whatever else is on paper") && query.endsWith(" 2") ? "docx-tools" : "pdf-tools",
        }
      : { text: "No." },
  );

const describeAs = (context: Context, skill: string, baseRevision: number, description: string) =>
  changeDraft(context, {
    skill,
    baseRevision,
    changes: [
      { op: "write", path: "SKILL.md", text: skillText({ name: skill, description, body: "# Word\n" }) },
    ],
  });

/** The skill that changes, and the one with a suite beside it, which Rex maintains. */
async function aNeighbourhood(context: Context) {
  const {
    skill: neighbour,
    sibling: skill,
    agent,
    skillId: neighbourId,
  } = await aSuite(context, someCases(3, 1));
  const rex = await aColleague(context, "author", "Rex");
  await db.skillMaintainer.create({
    data: {
      skillId: neighbourId,
      workspaceId: context.workspace.id,
      userId: rex.actor.userId,
      addedById: context.actor.userId,
    },
  });
  await describeAs(context, skill, 1, greedy);
  return { skill, neighbour, agent, rex };
}

async function carryOut(context: Context, open: OpenModel): Promise<void> {
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
  await judgeEndedRuns({ db });
}

async function bytesOf(name: string, context: Context) {
  const row = await db.skill.findFirstOrThrow({
    where: { name, workspaceId: context.workspace.id },
    include: { draft: true, versions: { orderBy: { number: "desc" } } },
  });
  return {
    skillId: row.id,
    digest: row.draft?.digest ?? "",
    publishedDigest: row.versions[0]?.digest ?? null,
  };
}

const told = (person: Context) =>
  db.notification.findMany({ where: { userId: person.actor.userId, kind: "neighbour-lost" } });

describe("the neighbours of a draft", () => {
  it("are tried with it and with what is published, and say which case is lost to whom", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const { open } = chooses();
    const asked = { skill, agent, repeats: 1 };
    const { started, refused } = await startNeighbourRuns(context, asked, open);
    expect(started).toEqual([
      { skill: neighbour, number: 1, beside: "draft" },
      { skill: neighbour, number: 2, beside: "published" },
    ]);
    expect(refused).toEqual([]);
    const bytes = await bytesOf(skill, context);
    expect(await readNeighbourProof(context, bytes)).toMatchObject([
      { skill: neighbour, pairs: [], goingOn: 1 },
    ]);
    expect((await startNeighbourRuns(context, asked, open)).refused).toEqual([
      { skill: neighbour, reason: "Its run for this draft goes on." },
    ]);
    await carryOut(context, open);
    const [proof] = await readNeighbourProof(context, bytes);
    expect(proof).toMatchObject({
      skill: neighbour,
      version: 1,
      maintainers: [{ name: "Rex" }],
      goingOn: 0,
      pairs: [
        {
          run: 1,
          before: 2,
          hosts: [{ compared: 4, rightBefore: 4, rightNow: 3, gained: 0 }],
          lost: [{ query: "Merge PDF 2", before: "right", now: "stolen", by: skill }],
        },
      ],
    });
  });

  it("tell their maintainers once of the same bytes, and again of others", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
    const { open } = chooses();
    const tryAll = async () => {
      await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
      await carryOut(context, open);
    };
    await tryAll();
    expect(await told(rex)).toMatchObject([
      { data: { skill: { name: neighbour }, changed: { name: skill }, review: null, run: 1, lost: 1 } },
    ]);
    await tryAll();
    expect(await told(rex)).toHaveLength(1);
    expect((await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.toldAt).not.toBeNull();
    await describeAs(context, skill, 2, `${greedy} Really.`);
    await tryAll();
    expect(await told(rex)).toHaveLength(2);
  });

  it("tell nobody where nothing is lost", async () => {
    const context = await aContext(db);
    const { skill, agent, rex } = await aNeighbourhood(context);
    await describeAs(context, skill, 2, "Edits Word documents of all kinds.");
    const { open } = chooses();
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
    await carryOut(context, open);
    const [proof] = await readNeighbourProof(context, await bytesOf(skill, context));
    expect(proof).toMatchObject({ toldAt: null, pairs: [{ lost: [] }] });
    expect(await told(rex)).toEqual([]);
  });

  it("say so where the run before measured nothing, which is then run anew", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
    const { open } = aScriptedModel((_, request) =>
      request?.includes("whatever else is on paper") ? { call: "pdf-tools" } : { text: "No." },
    );
    const asked = { skill, agent, repeats: 1 };
    await startNeighbourRuns(context, asked, open);
    await carryOut(context, open);
    const [proof] = await readNeighbourProof(context, await bytesOf(skill, context));
    expect(proof?.pairs).toMatchObject([{ hosts: [{ word: "too-few", wordBefore: "invalid" }] }]);
    expect(await told(rex)).toEqual([]);
    expect((await startNeighbourRuns(context, asked, open)).started).toEqual([
      { skill: neighbour, number: 3, beside: "draft" },
      { skill: neighbour, number: 4, beside: "published" },
    ]);
  });

  it("tell nobody of what a run lost that measured nothing, or of bytes that are not the skill's any more", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent, rex } = await aNeighbourhood(context);
    const deaf = aScriptedModel((query, request) =>
      query.startsWith("Merge") && !request?.includes("whatever else is on paper")
        ? { call: "pdf-tools" }
        : { text: "No." },
    ).open;
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, deaf);
    await carryOut(context, deaf);
    const [proof] = await readNeighbourProof(context, await bytesOf(skill, context));
    expect(proof?.pairs).toMatchObject([
      { hosts: [{ word: "invalid", wordBefore: "too-few" }], lost: [{}, {}, {}] },
    ]);
    expect(await told(rex)).toEqual([]);
    const { open } = chooses();
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
    await changePolicy(context, { approvals: 0 });
    await publishNext(context, neighbour, "# PDF\n\nRead first.\n");
    await carryOut(context, open);
    expect(await told(rex)).toEqual([]);
  });

  it("stand with the newest run of each host: one in another host hides no lost case", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aNeighbourhood(context);
    const { open } = chooses();
    const fair = aScriptedModel((query) =>
      query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." },
    ).open;
    const tryIn = async (dialect: string, how: OpenModel) => {
      await startNeighbourRuns(context, { skill, agent, repeats: 1, dialects: [dialect] }, how);
      await carryOut(context, how);
    };
    await tryIn("standard", open);
    await tryIn("codex", fair);
    const read = async () => (await readNeighbourProof(context, await bytesOf(skill, context)))[0]?.pairs;
    expect(await read()).toMatchObject([
      { run: 3, before: 4, hosts: [{ dialect: "codex", compared: 4 }], lost: [] },
      { run: 1, before: 2, hosts: [{ dialect: "standard", compared: 4 }], lost: [{ query: "Merge PDF 2" }] },
    ]);
    await tryIn("standard", fair);
    expect(await read()).toMatchObject([
      // What was asked before is not asked again: it is lost as it was.
      { run: 5, before: 2, hosts: [{ dialect: "standard" }], lost: [{ query: "Merge PDF 2" }] },
      { run: 3, before: 4, hosts: [{ dialect: "codex" }], lost: [] },
    ]);
  });

  it("say nothing any more once the agent has other bytes of them, or the draft is another", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aNeighbourhood(context);
    const { open } = chooses();
    await startNeighbourRuns(context, { skill, agent, repeats: 1 }, open);
    await carryOut(context, open);
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
    const { open } = chooses();
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
    await carryOut(context, open);
    expect(await read()).toMatchObject({ agents: [{ slug: agent }, { slug: desk.slug }], pairs: [] });
    for (const follows of ["draft", "version"] as const) await tryWith(desk.slug, 1, follows);
    await carryOut(context, open);
    expect(await read()).toMatchObject({ pairs: [{ agent: { slug: desk.slug }, run: 5, before: 6 }] });
  });

  it("count for an agent that is tried with the skill before it has it, with what it offers of them", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const desk = await anAgentWith(context, [neighbour], "Desk");
    const { open } = chooses();
    await startNeighbourRuns(context, { skill, agent: desk, repeats: 1 }, open);
    await carryOut(context, open);
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
    const { open } = chooses();
    const { started } = await startNeighbourRuns(context, { skill: "new-one", agent, repeats: 1 }, open);
    expect(started.map((one) => one.skill)).toEqual([neighbour, neighbour]);
    const rows = await db.suiteRun.findMany({
      where: { workspaceId: context.workspace.id, besideSkill: "new-one" },
      orderBy: { number: "asc" },
    });
    expect(rows.map(({ besideDigest }) => besideDigest === null)).toEqual([false, true]);
  });

  it("are priced before anything is asked", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const { open, asked } = aScriptedModel(() => ({ text: "No." }), {
      prices: { input: 3, output: 15, cachedInput: null },
    });
    const estimate = await estimateNeighbourRuns(context, { skill, agent, repeats: 2 }, open);
    expect(estimate).toMatchObject({
      runs: 2,
      trials: 16,
      calls: { low: 16, high: 32 },
      neighbours: [{ skill: neighbour, cases: 4, problems: [] }],
    });
    expect(estimate.usd?.high).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  it("of elsewhere are not found, and where none has cases that is said", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const { open } = chooses();
    await expect(startNeighbourRuns(other, { skill, agent }, open)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(startNeighbourRuns(context, { skill: neighbour, agent }, open)).rejects.toThrow(
      "nothing to lose",
    );
    const alone = await anAgentWith(context, [skill], "Alone");
    await expect(startNeighbourRuns(context, { skill, agent: alone }, open)).rejects.toThrow(
      "nothing to lose",
    );
  });

  it("go on without the one that cannot start, which is named", async () => {
    const context = await aContext(db);
    const { skill, neighbour, agent } = await aNeighbourhood(context);
    const failing: OpenModel = async () => {
      const { AppError } = await import("@/lib/kernel/app-error");
      throw new AppError("UNPROCESSABLE", "The model is gone.");
    };
    const { started, refused } = await startNeighbourRuns(context, { skill, agent }, failing);
    expect(started).toEqual([]);
    expect(refused).toEqual([
      { skill: neighbour, reason: "The model is gone." },
      { skill: neighbour, reason: "The model is gone." },
    ]);
  });
});
