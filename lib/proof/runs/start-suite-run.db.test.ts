import { describe, expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraftFile } from "@/lib/library/drafts/get-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { retainAnswers } from "../commands/retain-answers";
import { saveTriggerSuite } from "../commands/save-trigger-suite";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { getSuiteRun, listSuiteRuns } from "../queries";
import { getTriggerSuite } from "../suites/get-trigger-suite";
import { listRunCases, listTrials } from "../trials/trial-queries";

const { db } = testDatabase();
const prices = { input: 3, output: 15, cachedInput: null };
const { open } = aScriptedModel(() => ({ text: "No." }), { prices });

describe("a start", () => {
  it("freezes what is tried, and numbers the runs of a skill", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context, someCases(2, 1));
    const run = await startSuiteRun(context, { skill, repeats: 2 }, open);
    expect(run).toMatchObject({
      number: 1,
      state: "queued",
      cases: 3,
      shouldFind: 2,
      shouldNot: 1,
      repeats: 2,
      runsOfDigest: 1,
      agent: { slug: agent },
      source: { follows: "draft", version: null, revision: 1 },
      scripted: false,
      progress: { total: 6, queued: 6 },
    });
    const second = await startSuiteRun(context, { skill, source: { follows: "version", version: 1 } }, open);
    expect(second).toMatchObject({ number: 2, runsOfDigest: 2, source: { follows: "version", version: 1 } });
    const { items } = await listSuiteRuns(context, { skill, limit: 1 });
    expect(items.map(({ number }) => number)).toEqual([2]);
  });

  it("with the same request key is the same run, also at the same moment", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const start = () => startSuiteRun(context, { skill, requestKey: "once" }, open);
    const runs = [...(await Promise.all([start(), start(), start()])), await start()];
    expect(new Set(runs.map(({ number }) => number))).toEqual(new Set([1]));
    expect(await db.trial.count({ where: { workspaceId: context.workspace.id } })).toBe(9);
  });

  it("at the same moment as others gives each its own number", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const runs = await Promise.all([1, 2, 3].map(() => startSuiteRun(context, { skill }, open)));
    expect(runs.map(({ number }) => number).toSorted()).toEqual([1, 2, 3]);
  });

  it("of another workspace's skill is NOT_FOUND, and so is all about its runs", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill } = await aSuite(context);
    const { number } = await startSuiteRun(context, { skill }, open);
    const noSuch = { code: "NOT_FOUND" };
    await expect(startSuiteRun(other, { skill }, open)).rejects.toMatchObject(noSuch);
    await expect(getSuiteRun(other, { skill, number })).rejects.toMatchObject(noSuch);
    await expect(stopSuiteRun(other, { skill, number })).rejects.toMatchObject(noSuch);
    await expect(listTrials(other, { skill, number })).rejects.toMatchObject(noSuch);
    await expect(getTriggerSuite(other, { skill })).rejects.toMatchObject(noSuch);
  });

  it("says why there is nothing to try", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const start = (input: object = {}) => startSuiteRun(context, { skill: triage.name, ...input }, open);
    await expect(start()).rejects.toThrow("No agent has this skill");
    const agent = await anAgentWith(context, [triage.name]);
    await expect(start()).rejects.toThrow("has no cases yet");
    await expect(start({ agent: "nobody" })).rejects.toThrow("no agent “nobody”");
    await expect(start({ dialects: ["nowhere"] })).rejects.toThrow("no dialect “nowhere”");
    await expect(start({ repeatOf: 9 })).rejects.toThrow("no run 9");
    await editAgent(context, { agent, baseRevision: 2, mode: "eager" });
    await expect(start()).rejects.toThrow("there is nothing to find");
  });

  it("of a withdrawn version is refused with its reason", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    await withdrawVersion(context, { skill, number: 1, reason: "It leaks." });
    const source = { follows: "version" as const, version: 1 };
    await expect(startSuiteRun(context, { skill, source }, open)).rejects.toThrow("It leaks.");
  });

  it("asks a suite's file for its places where no case can be read", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, []);
    await expect(startSuiteRun(context, { skill }, open)).rejects.toThrow("evals/trigger-eval.json");
  });
});

describe("an estimate", () => {
  it("tells trials, calls, tokens and a price, and asks nobody", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context, someCases(2, 1));
    const scripted = aScriptedModel(() => ({ text: "No." }), { prices });
    const estimate = await estimateSuiteRun(context, { skill, repeats: 2 }, scripted.open);
    expect(estimate).toMatchObject({
      cases: 3,
      trials: 6,
      calls: { low: 6, high: 12 },
      problems: [],
      cutIn: [],
    });
    expect(estimate.agent?.slug).toBe(agent);
    expect(estimate.usd?.low).toBeGreaterThan(0);
    expect(estimate.usd?.high).toBeCloseTo((estimate.usd?.low ?? 0) * 2, 8);
    expect(scripted.asked).toEqual([]);
    expect(await db.suiteRun.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("says what keeps it from starting", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    expect(await estimateSuiteRun(context, { skill: triage.name })).toMatchObject({
      trials: 0,
      problems: ["No agent has this skill. Say with which one it is to be tried."],
    });
  });
});

describe("a suite", () => {
  it("is read and saved by its cases; what did not change keeps its bytes", async () => {
    const context = await aContext(db);
    const { skill, skillId, sibling } = await aSuite(context, someCases(2, 0));
    const before = await getTriggerSuite(context, { skill });
    expect(before).toMatchObject({ revision: 1, readOnlyReason: null, siblings: [sibling, skill] });
    expect(before.cases.map(({ query, expected }) => [query, expected.kind])).toEqual([
      ["Merge PDF 1", "skill"],
      ["Merge PDF 2", "skill"],
    ]);
    const cases = [
      ...before.cases.map(({ query, expected }) => ({ query, expected })),
      { query: "Write a letter", expected: { kind: "skill" as const, name: sibling } },
    ];
    const saved = await saveTriggerSuite(context, { skill, cases, revision: 1 });
    expect(saved).toMatchObject({ revision: 2 });
    expect(saved.cases.map(({ id }) => id).slice(0, 2)).toEqual(before.cases.map(({ id }) => id));
    expect(saved.cases[2]?.expected).toEqual({ kind: "skill", name: sibling });
    await expect(saveTriggerSuite(context, { skill, cases: [], revision: 1 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await saveTriggerSuite(context, { skill, cases, revision: 2 })).toMatchObject({ revision: 2 });
    expect(await db.draft.count({ where: { skillId, revision: 2 } })).toBe(1);
  });

  it("keeps its byte order mark and its spelling, and is left alone where it is no text", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const path = "evals/trigger-eval.json";
    const text = '\uFEFF[{"prompt":"Merge","shouldTrigger":true,"ours":1}]';
    const written = await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path, text }],
    });
    const cases = [{ query: "Merge", expected: { kind: "not-this" as const } }];
    const saved = await saveTriggerSuite(context, { skill, cases, revision: written.revision });
    const file = await getDraftFile(context, { skill, path });
    expect(file.text).toBe(text.replace("true", "false"));
    const broken = Buffer.from('[{"query":"Merge \xff","should_trigger":true}]', "latin1");
    const { revision } = await changeDraft(context, {
      skill,
      baseRevision: saved.revision ?? 0,
      changes: [{ op: "write", path, base64: broken.toString("base64") }],
    });
    await expect(saveTriggerSuite(context, { skill, cases, revision })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("not text"),
    });
  });

  it("keeps messages as they stand: their blanks, their lines, and one that is too long to be a good one", async () => {
    const context = await aContext(db);
    const long = "Merge these. ".repeat(2_000);
    const { skill } = await aSuite(context, [
      { query: " Merge\nthem ", should_trigger: true },
      { query: long, should_trigger: true },
    ]);
    const read = await getTriggerSuite(context, { skill });
    expect(read.cases.map(({ query }) => query)).toEqual([" Merge\nthem ", long]);
    const cases = read.cases.map(({ query, expected }) => ({ query, expected }));
    expect(await saveTriggerSuite(context, { skill, cases, revision: 1 })).toMatchObject({ revision: 1 });
    const blank = [{ query: " \n", expected: { kind: "not-this" as const } }];
    await expect(saveTriggerSuite(context, { skill, cases: blank, revision: 1 })).rejects.toThrow(
      "Write what a person asks.",
    );
  });

  it("of a version cannot be saved, and there is none of a number that is not there", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const suite = await getTriggerSuite(context, { skill, source: "version", version: 1 });
    expect(suite).toMatchObject({
      revision: null,
      readOnlyReason: expect.stringContaining("as it was published"),
    });
    await expect(getTriggerSuite(context, { skill, source: "version", version: 9 })).rejects.toThrow(
      "no version 9",
    );
  });
});

describe("pages", () => {
  it("go on where they ended", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(3, 2));
    const { number } = await tryOut(context, skill, { open });
    const first = await listRunCases(context, { skill, number, limit: 3 });
    const rest = await listRunCases(context, { skill, number, limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...rest.items].map((one) => one.number)).toEqual([1, 2, 3, 4, 5]);
    expect(rest.nextCursor).toBeNull();
    const trials = await listTrials(context, { skill, number, limit: 4 });
    const more = await listTrials(context, { skill, number, cursor: trials.nextCursor ?? "" });
    expect([trials.items.length, more.items.length, more.nextCursor]).toEqual([4, 1, null]);
    await expect(listTrials(context, { skill, number, cursor: "x" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("kept answers", () => {
  it("go by their age", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 0));
    await tryOut(context, skill, { open });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await retainAnswers(context, inDays(89))).toBe(0);
    expect(await retainAnswers(context, inDays(91))).toBeGreaterThanOrEqual(2);
  });
});
