import { afterEach, describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { openModel } from "@/lib/proof/models/open-model";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import {
  aCatalogue,
  aChooser,
  anImprover,
  asJson,
  aWriter,
  carryOut,
  found,
  own,
  plain,
  search,
  searched,
} from "@/lib/testing/proof/improvements";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { startImprovement } from "./commands/start-improvement";
import { stopImprovement } from "./commands/stop-improvement";
import { suggestAccepted, suggestAttempt } from "./commands/suggest-attempt";
import { estimateImprovement } from "./estimate-improvement";
import { findRow, getImprovement, getImprovementDetail, listImprovements } from "./queries";
import { readSearch } from "./read-search";

allowLocalServers();
const { db } = testDatabase();
const good = `${plain} ${found}`;
const improve = { kind: "improve" as const, skill: searched, repeats: 1 };

/** What a test leaves behind is nothing that the servers of the next one go on with. */
afterEach(async () => {
  await db.improvement.updateMany({ where: { state: "running" }, data: { state: "stopped" } });
  await db.suiteRun.updateMany({
    where: { state: { in: ["queued", "running"] } },
    data: { state: "stopped" },
  });
});

async function begun(answers: readonly string[] = [asJson(good)]) {
  const context = await aContext(db);
  await aCatalogue(context);
  const writer = await aWriter(context, answers);
  const { id } = await startImprovement(context, { ...improve, proposer: writer.id }, writer.open);
  return { context, writer, id };
}

describe("before a search", () => {
  it("says what it would be and cost, how the cases are divided, and what a gain needs", async () => {
    const context = await aContext(db);
    const agent = await aCatalogue(context);
    const prices = { input: 3, output: 15, cachedInput: 3 };
    const { open } = aChooser({ prices });
    const estimate = await estimateImprovement(context, improve, open);
    expect(estimate).toMatchObject({
      problems: [],
      scripted: false,
      agent: { slug: agent },
      split: { needed: 6 },
      suites: [
        { skill: searched, cases: 61 },
        { skill: "docx-tools", cases: 4 },
      ],
      unwatched: ["mail-tools"],
      trials: { low: 244, high: 260 },
    });
    expect((estimate.split?.training ?? 0) + (estimate.split?.heldOut ?? 0)).toBe(61);
    expect(estimate.usd?.high).toBeGreaterThan(estimate.usd?.low ?? 0);
    expect(estimate.budgets.map(({ dialect }) => dialect)).toContain("codex");
  });

  it.each([
    [
      "one class alone",
      own.map((query) => ({ query, should_trigger: true })),
      /more that should not to learn from/,
    ],
    [
      "hardly any case",
      own.slice(0, 2).map((query) => ({ query, should_trigger: true })),
      /too few cases to learn from/,
    ],
    ["no case at all", [], /trigger-eval\.json/],
  ])("refuses %s in words, and begins nothing", async (_, cases, words) => {
    const context = await aContext(db);
    await aCatalogue(context, { cases });
    const { open } = aChooser();
    expect((await estimateImprovement(context, improve, open)).problems.join(" ")).toMatch(words);
    await expect(startImprovement(context, improve, open)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringMatching(words),
    });
    expect(await db.improvement.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("says that so few held-out cases could never show a gain of one of many", async () => {
    const context = await aContext(db);
    const cases = [
      ...own.slice(0, 6).map((query) => ({ query, should_trigger: true })),
      ...Array.from({ length: 8 }, (_, at) => ({ query: `Tell a joke ${at + 1}`, should_trigger: false })),
    ];
    await aCatalogue(context, { cases });
    const { problems } = await estimateImprovement(context, { ...improve, candidates: 5 }, aChooser().open);
    expect(problems.join(" ")).toMatch(/cases are held out. Of 5 candidates one has to gain 7|too few cases/);
  });
});

describe("a search", () => {
  it("is the same for the same request key, and another workspace's for nobody", async () => {
    const context = await aContext(db);
    await aCatalogue(context);
    const { open } = aChooser();
    const keyed = { ...improve, requestKey: "once" };
    const [first, second] = [
      await startImprovement(context, keyed, open),
      await startImprovement(context, keyed, open),
    ];
    expect(second.id).toBe(first.id);
    expect((await listImprovements(context, { skill: searched, kind: "improve" })).items).toHaveLength(1);
    const stranger = await aContext(db);
    const improvement = first.id;
    for (const ask of [
      () => getImprovement(stranger, { improvement }),
      () => getImprovementDetail(stranger, { improvement }),
      () => stopImprovement(stranger, { improvement }),
      () => suggestAccepted(stranger, { improvement, position: 1 }),
      () => getImprovement(context, { improvement: "no-id" }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(startImprovement(stranger, improve, open)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of a viewer is not begun: nobody else may put suggestions into reviews", async () => {
    const context = await aContext(db);
    await aCatalogue(context);
    const viewer = { ...context, workspace: { ...context.workspace, role: "viewer" as const } };
    await expect(startImprovement(viewer, improve, aChooser().open)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("goes on by two servers at once, each run begun once and its writer asked once", async () => {
    const { context, writer, id } = await begun();
    const detail = await carryOut(context, writer.open, id, 2);
    expect(detail).toMatchObject({ state: "done", outcome: "suggested" });
    expect(writer.asked()).toHaveLength(1);
    const runs = await db.suiteRun.groupBy({
      by: ["improvementAttempt", "skillId"],
      where: { improvementId: id },
      _count: true,
    });
    expect(runs.map(({ _count }) => _count)).toEqual(runs.map(() => 1));
    expect(await db.thread.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });

  it("goes on where a server was killed, once its lease is over", async () => {
    const { context, writer, id } = await begun();
    await db.$executeRaw`
      UPDATE "Improvement" SET "leaseOwner" = 'dead', "leaseUntil" = now() + interval '1 minute' WHERE id = ${id}::uuid`;
    const improver = anImprover(context, writer.open);
    await improver.goOn();
    await improver.settled();
    expect(await db.suiteRun.count({ where: { improvementId: id } })).toBe(0);
    await db.$executeRaw`UPDATE "Improvement" SET "leaseUntil" = now() - interval '1 second' WHERE id = ${id}::uuid`;
    expect(await carryOut(context, writer.open, id)).toMatchObject({ state: "done", outcome: "suggested" });
  });

  it("never spends more than its limit, all its runs and its writer together", async () => {
    const context = await aContext(db);
    await aCatalogue(context);
    const writer = await aWriter(
      context,
      [asJson(good)],
      aChooser({ prices: { input: 3, output: 15, cachedInput: 3 } }),
    );
    const capUsd = 0.4;
    const detail = await search(context, writer.open, { ...improve, proposer: writer.id, capUsd });
    expect(detail.state).toBe("stopped");
    expect(detail.failure).toMatch(/spent what it may/);
    expect(detail.spentUsd).toBeLessThanOrEqual(capUsd);
    expect(detail.spentUsd).toBeGreaterThan(0);
  });

  it("keeps what is decided when it is stopped, and ends its run", async () => {
    const { context, writer, id } = await begun();
    const improver = anImprover(context, writer.open);
    await improver.goOn();
    await improver.settled();
    expect(await stopImprovement(context, { improvement: id })).toMatchObject({
      state: "stopped",
      failure: `${context.actor.name} stopped it.`,
    });
    const runs = await db.suiteRun.findMany({ where: { improvementId: id } });
    expect(runs.map(({ state }) => state)).toEqual(["stopped"]);
    expect(await stopImprovement(context, { improvement: id })).toMatchObject({ state: "stopped" });
    await improver.goOn();
    await improver.settled();
    expect((await getImprovement(context, { improvement: id })).state).toBe("stopped");
  });

  it("begins no run any more where it was stopped while that run was made ready", async () => {
    const { context, writer, id } = await begun();
    const improver = anImprover(context, async (...asked) => {
      await stopImprovement(context, { improvement: id });
      return writer.open(...asked);
    });
    await improver.goOn().then(() => improver.settled());
    expect(await db.suiteRun.count({ where: { improvementId: id } })).toBe(0);
  });

  it("rests a while where it breaks for a reason that nobody knows", async () => {
    const { context } = await begun();
    let tries = 0;
    const improver = anImprover(context, () => {
      tries += 1;
      throw new Error("A bug.");
    });
    for (const _ of [1, 2]) await improver.goOn().then(() => improver.settled());
    expect(tries).toBe(1);
  });

  it("ends in words when a sibling or the agent changes under it", async () => {
    const { context, writer, id } = await begun();
    await db.agent.updateMany({
      where: { workspaceId: context.workspace.id },
      data: { revision: { increment: 1 } },
    });
    expect(await carryOut(context, writer.open, id)).toMatchObject({
      state: "failed",
      failure: expect.stringMatching(/was changed while the search went on/),
    });
  });

  it("ends in words when a run of it fails", async () => {
    const { context, writer, id } = await begun();
    const improver = anImprover(context, writer.open);
    await improver.goOn();
    await improver.settled();
    await db.suiteRun.updateMany({
      where: { improvementId: id },
      data: { state: "failed", failure: "It broke." },
    });
    expect(await carryOut(context, writer.open, id)).toMatchObject({
      state: "failed",
      failure: "Run 1 of pdf-tools: It broke.",
    });
  });

  it("says why an accepted text is no suggestion, and suggests it later when it is asked to", async () => {
    const { context, writer, id } = await begun();
    const describeIt = async (description: string) => {
      const { revision } = await db.draft.findFirstOrThrow({
        where: { skill: { name: searched, workspaceId: context.workspace.id } },
      });
      const text = skillText({ name: searched, description, body: "# PDF\n" });
      const changes = [{ op: "write" as const, path: "SKILL.md", text }];
      await changeDraft(context, { skill: searched, baseRevision: revision, changes });
    };
    await describeIt("Somebody wrote this meanwhile.");
    const detail = await carryOut(context, writer.open, id);
    expect(detail).toMatchObject({ state: "done", outcome: "accepted" });
    expect(detail.attempts[1]).toMatchObject({
      word: "accepted",
      review: null,
      unsuggested: expect.stringMatching(/changed there meanwhile/),
    });
    await describeIt(plain);
    // A server that does not hold it any more adds nothing.
    const late = await readSearch(context, await findRow(context, id));
    await expect(suggestAttempt(context, late, { position: 1, owner: "slow" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect((await getImprovementDetail(context, { improvement: id })).attempts[1]).toEqual(
      detail.attempts[1],
    );
    expect(await db.thread.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
    const again = await suggestAccepted(context, { improvement: id, position: 1 });
    expect(again.attempts[1]).toMatchObject({ review: 1, unsuggested: null });
    await suggestAccepted(context, { improvement: id, position: 1 });
    expect(await db.thread.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
    await expect(suggestAccepted(context, { improvement: id, position: 0 })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
  });

  it("with Rehearsal is a picture of how it goes: figures, and never a verdict or a suggestion", async () => {
    const context = await aContext(db);
    await aCatalogue(context);
    const detail = await search(context, openModel, improve);
    expect(detail).toMatchObject({ state: "done", scripted: true, model: { kind: "rules" } });
    expect(["scripted", "none", "nothing-to-learn", "no-candidates"]).toContain(detail.outcome);
    expect(detail.attempts.map(({ word }) => word)).not.toContain("accepted");
    expect(await db.review.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });
});
