import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { dialects } from "@/lib/dialects/find-dialect";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { getSkillId } from "@/lib/library/get-skill-id";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, type SuiteCases, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { keepSelfCheck } from "../adapters/self-check-rows";
import { checkSuite } from "../commands/check-suite";
import { startSuiteRun } from "../commands/start-suite-run";
import { openTools } from "../models/open-tools";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { planSuiteRun } from "../plans/plan-suite-run";
import { getRunReport } from "../reports/get-run-report";
import { estimateSuiteRunSchema, type StartSuiteRun, settle } from "../schema";
import { checkPlan } from "./check-plan";

const { db } = testDatabase();
const mine = "pdf-tools";
const sibling = "docx-tools";
const hosts = dialects.filter(({ modes }) => modes[0] !== "eager").map(({ id }) => id);
const mixed: SuiteCases = [
  { query: "Merge PDF 1", should_trigger: true },
  { query: "Merge PDF 2", should_trigger: true },
  { query: "Edit a letter", should_trigger: false, expected_skill: sibling },
  { query: "Sort photos", should_trigger: false },
  { query: "Tell a joke", should_trigger: false, expected_skill: null },
];
/** A case that no model can get right: it expects a skill that the agent does not have. */
const impossible: SuiteCases = [
  ...someCases(9, 2),
  { query: "Fill a form", should_trigger: false, expected_skill: "form-tools" },
];
/** A model that nobody may ask: a self-check costs nothing. */
const unasked = () => aScriptedModel(() => ({ fail: new Error("It was asked.") }));
const rightly = () =>
  aScriptedModel((query) => (query.startsWith("Merge") ? { call: mine } : { text: "A joke." }));

const planOf = async (context: Context, skill: string) =>
  planSuiteRun(context, {
    skill,
    skillId: await getSkillId(context, skill),
    settings: settle(estimateSuiteRunSchema.parse({})),
    openModel: unasked().open,
    openTools,
  });

describe("a self-check", () => {
  it("gives recall 1, 0 and 1 and precision as planted in every host, and asks no model", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, mixed);
    const { open, asked } = unasked();
    const check = await checkSuite(context, { skill, dialects: hosts }, open);
    expect(check).toMatchObject({
      passed: true,
      faults: [],
      cases: { tried: 5, of: 5 },
      sessions: hosts.length * 3 * 5,
      agent: { revision: expect.any(Number) },
    });
    expect(check.digest).toHaveLength(64);
    const told = check.models.map(({ model, passed, hosts }) => [
      model,
      passed,
      [
        ...new Set(
          hosts.map(({ recall, precision }) =>
            JSON.stringify([recall?.count, recall?.of, precision?.count ?? null, precision?.of ?? null]),
          ),
        ),
      ],
    ]);
    expect(told).toEqual([
      ["always", true, ["[2,2,2,5]"]],
      ["never", true, ["[0,2,null,null]"]],
      ["rightly", true, ["[2,2,2,2]"]],
    ]);
    expect(asked).toEqual([]);
    expect(await db.suiteRun.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("is kept for exactly these bytes and this agent, and shown with the estimate", async () => {
    const context = await aContext(db);
    const { skill, agent } = await aSuite(context, mixed);
    const { open } = unasked();
    expect((await estimateSuiteRun(context, { skill }, open)).selfCheck).toBeNull();
    const check = await checkSuite(context, { skill }, open);
    expect((await estimateSuiteRun(context, { skill }, open)).selfCheck).toEqual(check);
    const other = await estimateSuiteRun(context, { skill, dialects: ["codex"] }, open);
    expect(other.selfCheck).toBeNull();
    await setAssignments(context, { agent, baseRevision: check.agent.revision, items: [{ skill }] });
    expect((await estimateSuiteRun(context, { skill }, open)).selfCheck).toBeNull();
  });

  it("keeps the newest twenty of a skill, and none of one that is gone", async () => {
    const context = await aContext(db);
    const { skill, skillId } = await aSuite(context, mixed);
    const plan = await planOf(context, skill);
    const check = await checkPlan(context, plan, skill);
    for (let at = 0; at < 22; at++) {
      const of = { ...plan, candidate: { ...plan.candidate, digest: String(at).padStart(64, "0") } };
      await keepSelfCheck(context, of, { ...check, checkedAt: new Date(at * 1_000).toISOString() });
    }
    const kept = await db.selfCheck.findMany({ where: { skillId }, orderBy: { checkedAt: "asc" } });
    expect(kept.map(({ checkedAt }) => checkedAt.getTime())).toEqual(
      Array.from({ length: 20 }, (_, at) => (at + 2) * 1_000),
    );
    await db.assignment.deleteMany({ where: { workspaceId: context.workspace.id } });
    await deleteSkill(context, { skill, confirmName: skill });
    await keepSelfCheck(context, plan, check);
    expect(await db.selfCheck.count({ where: { skillId } })).toBe(0);
  });

  it("is of nobody else's skills, and of trigger suites alone", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, mixed);
    const { open } = unasked();
    await expect(checkSuite(await aContext(db), { skill }, open)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    for (const input of [{ suite: "effect" as const }, { repeatOf: 1 }])
      await expect(checkSuite(context, { skill, ...input }, open)).rejects.toMatchObject({
        code: "UNPROCESSABLE",
      });
  });

  it("tries some of very many cases, and looks at all of them", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, [...someCases(200, 200), ...impossible.slice(-1)]);
    const check = await checkSuite(context, { skill }, unasked().open);
    expect(check.cases).toEqual({ tried: 80, of: 401 });
    expect(check.sessions).toBe(240);
    expect(check.faults).toMatchObject([{ kind: "cannot-be-right" }]);
  });
});

describe("what is wrong is named", () => {
  it("a twin of the skill that shadows the candidate", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, mixed);
    const plan = await planOf(context, skill);
    const [first] = plan.offer.dialects;
    const twin = first?.skills.find(({ ref }) => ref.name === sibling);
    if (!first || !twin) throw new Error("It is offered.");
    const shadowing = { ...twin, ref: { ...twin.ref, name: skill } };
    const offered = [shadowing, ...first.skills.filter(({ ref }) => ref.name === skill)];
    const offer = { ...plan.offer, dialects: [{ ...first, skills: offered }] };
    const check = await checkPlan(context, { ...plan, offer }, skill);
    expect(check.passed).toBe(false);
    expect(check.faults).toContainEqual(
      expect.objectContaining({
        kind: "shadowed",
        message: expect.stringMatching(/answer to the name pdf-tools/),
      }),
    );
  });

  it("a case whose message names the skill that it forbids", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, [
      ...mixed,
      { query: "/pdf-tools is a good name", should_trigger: false, expected_skill: null },
      { query: "/pdf-tools merge these", should_trigger: true },
    ]);
    const check = await checkSuite(context, { skill }, unasked().open);
    expect(check.faults).toMatchObject([
      { kind: "cannot-be-right", message: expect.stringContaining("Case 6 cannot be right") },
    ]);
    expect(check.models.map(({ passed }) => passed)).toEqual([true, true, true]);
  });

  it("a case that expects a skill which the agent does not have, in every host", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, impossible);
    const check = await checkSuite(context, { skill, dialects: ["standard", "codex"] }, unasked().open);
    expect(check.faults.map(({ kind, dialect, message }) => [kind, dialect, message])).toEqual([
      [
        "cannot-be-right",
        "standard",
        expect.stringMatching(/^Case 12 expects form-tools, which is not offered in /),
      ],
      [
        "cannot-be-right",
        "codex",
        expect.stringMatching(/^Case 12 expects form-tools, which is not offered in /),
      ],
    ]);
  });
});

describe("a live run", () => {
  it("begins with a self-check of its own, and is judged where it passed", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(9, 2));
    const run = await tryOut(context, skill, { open: rightly().open });
    expect(run.selfCheck).toMatchObject({ passed: true, acknowledged: false, digest: run.digest });
    expect(run.figures[0]?.verdict.word).toBe("no-baseline");
    expect((await estimateSuiteRun(context, { skill }, rightly().open)).selfCheck).toMatchObject({
      passed: true,
      checkedAt: run.selfCheck?.checkedAt,
    });
  });

  it("has figures and no verdict where it did not pass, and a gate says why", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, impossible);
    const run = await tryOut(context, skill, { open: rightly().open });
    expect(run.selfCheck).toMatchObject({ passed: false, acknowledged: false });
    expect(run.figures[0]).toMatchObject({ measured: 12, verdict: { word: "invalid" } });
    const { gate } = await getRunReport(context, { skill, number: run.number });
    expect(gate).toMatchObject({
      code: 3,
      reasons: [expect.any(String), expect.stringContaining("Self-check: Case 12 expects form-tools")],
    });
  });

  it("is judged all the same where whoever starts it says so, and so is its repetition", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, impossible);
    const run = await tryOut(context, skill, { open: rightly().open, acknowledgeFaults: true });
    expect(run.selfCheck).toMatchObject({ passed: false, acknowledged: true });
    expect(run.figures[0]?.verdict.word).toBe("no-baseline");
    const repeated = await tryOut(context, skill, { open: rightly().open, repeatOf: run.number });
    expect(repeated.selfCheck).toEqual(run.selfCheck);
    expect(repeated.figures[0]?.verdict.word).toBe("no-baseline");
  });

  it("leaves in the audit trail who acknowledged its faults, and nothing of it where nobody had to", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, impossible);
    const { open } = rightly();
    const start = async (input: Omit<StartSuiteRun, "repeats">) => {
      const run = await startSuiteRun(context, { skill, ...input }, open);
      const row = await db.audit.findFirstOrThrow({
        where: { action: "suite-run.started", objectId: run.id },
      });
      return { actorId: row.actorId, detail: row.detail };
    };
    const acknowledging = await start({ acknowledgeFaults: true });
    expect(acknowledging).toMatchObject({
      actorId: context.actor.userId,
      detail: { number: 1, faultsAcknowledged: true },
    });
    for (const input of [{}, { repeatOf: 1 }])
      expect((await start(input)).detail).not.toHaveProperty("faultsAcknowledged");
    const other = await aContext(db);
    const sound = await aSuite(other, someCases(2, 1));
    const run = await startSuiteRun(other, { skill: sound.skill, acknowledgeFaults: true }, open);
    const row = await db.audit.findFirstOrThrow({ where: { action: "suite-run.started", objectId: run.id } });
    expect(row.detail).not.toHaveProperty("faultsAcknowledged");
  });

  it("of Rehearsal needs none: it has no verdict anyhow", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, impossible);
    const { number } = await startSuiteRun(context, { skill, repeats: 1, model: "rehearsal" });
    const row = await db.suiteRun.findFirst({ where: { number, workspaceId: context.workspace.id } });
    expect(row?.selfCheck).toBeNull();
  });
});
