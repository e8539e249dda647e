import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aTaskModel,
  aTaskSuite,
  helps,
  right,
  someTasks,
  tryTasks,
  wrong,
} from "@/lib/testing/proof/effect-runs";
import { aScriptedModel, aSuite, openAt, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { startSuiteRun } from "../commands/start-suite-run";
import { stopSuiteRun } from "../commands/stop-suite-run";
import type { OpenModel } from "../models/open-model";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { getRunReport } from "./get-run-report";

const { db } = testDatabase();
const version = { follows: "version" as const, version: 1 };

/** Loads the skill for messages about PDF, but for those up to this number, for which it does nothing. */
const finds = (missed = 0) =>
  aScriptedModel((query) => {
    const number = Number(/Merge PDF (\d+)/.exec(query)?.[1] ?? 0);
    return number > missed ? { call: "pdf-tools" } : { text: "No." };
  });

/** Another description, so that nothing that was answered before fits. */
const describeAnew = (context: Context, skill: string) => write(context, skill, 1, "Does things.");
const write = (context: Context, skill: string, baseRevision: number, description: string) =>
  changeDraft(context, {
    skill,
    baseRevision,
    changes: [
      { op: "write", path: "SKILL.md", text: skillText({ name: skill, description, body: "# PDF\n" }) },
    ],
  });

describe("the gate of a run of a trigger suite", () => {
  it("passes what is no worse than what is published, and says what it was held against", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    await tryOut(context, skill, { open: finds().open, source: version });
    await describeAnew(context, skill);
    const { number, digest } = await tryOut(context, skill, { open: finds().open });
    expect(await getRunReport(context, { skill, number })).toEqual({
      skill,
      number: 2,
      suite: "trigger",
      state: "done",
      digest,
      gate: { code: 0, reasons: [], remarks: [] },
      costUsd: null,
      against: { number: 1, version: 1 },
      text: null,
    });
  });

  it("tells a regression by the exact test over cases", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    await tryOut(context, skill, { open: finds().open, source: version });
    await describeAnew(context, skill);
    const { number } = await tryOut(context, skill, { open: finds(6).open });
    const { gate } = await getRunReport(context, { skill, number });
    expect(gate.code).toBe(1);
    expect(gate.reasons.join()).toContain("worse than approved, 6 cases lost");
  });

  it("asks for the whole interval above a floor, as a text of an address says it", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    const { number } = await tryOut(context, skill, { open: finds(1).open });
    expect((await getRunReport(context, { skill, number, recall: "0.3" })).gate).toEqual({
      code: 0,
      reasons: [],
      remarks: [],
    });
    const { gate: unheld } = await getRunReport(context, { skill, number });
    expect(unheld).toMatchObject({ code: 0, remarks: [expect.stringContaining("held to nothing")] });
    const { gate, against } = await getRunReport(context, { skill, number, recall: "0.8" });
    expect(gate).toMatchObject({ code: 1, reasons: [expect.stringContaining("at least 0.8 is asked for")] });
    expect(against).toBeNull();
  });

  it("never passes too few cases, nor a run that was stopped", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const few = await tryOut(context, skill, { open: finds().open });
    expect((await getRunReport(context, { skill, number: few.number })).gate.code).toBe(3);
    await describeAnew(context, skill);
    const { number } = await startSuiteRun(context, { skill }, finds().open);
    await expect(getRunReport(context, { skill, number })).rejects.toMatchObject({ code: "CONFLICT" });
    await stopSuiteRun(context, { skill, number });
    const { gate } = await getRunReport(context, { skill, number });
    expect(gate).toMatchObject({ code: 3, reasons: [expect.stringContaining("not carried out to its end")] });
  });

  it("is held against a named run of the same agent and model, and no other", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    const first = await tryOut(context, skill, { open: finds().open });
    await describeAnew(context, skill);
    const { number } = await tryOut(context, skill, { open: finds(6).open });
    const named = await getRunReport(context, { skill, number, against: first.number });
    expect(named).toMatchObject({ gate: { code: 1 }, against: { number: first.number, version: 1 } });
    for (const against of [number, 77])
      await expect(getRunReport(context, { skill, number, against })).rejects.toThrow("cannot be compared");
  });
});

it("is held against what was run as a draft and published afterwards", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(8, 4));
  await describeAnew(context, skill);
  const { digest } = await tryOut(context, skill, { open: finds().open });
  await publishSkill(context, { skill, revision: 2, digest, note: "" });
  await write(context, skill, 2, "Does other things.");
  const { number } = await tryOut(context, skill, { open: finds(6).open });
  expect(await getRunReport(context, { skill, number })).toMatchObject({
    gate: { code: 1 },
    against: { number: 1, version: 2 },
  });
});

it("passes nothing that was to be compared with a run that it has no case in common with", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(8, 4));
  const before = await tryOut(context, skill, { open: finds().open });
  const cases = Array.from({ length: 12 }, (_, at) => ({ query: `Merge PDF 1${at}`, should_trigger: true }));
  const changes = [{ op: "write" as const, path: "evals/trigger-eval.json", text: JSON.stringify(cases) }];
  await changeDraft(context, { skill, baseRevision: 1, changes });
  const { problems } = await estimateSuiteRun(context, { skill, against: before.number }, finds().open);
  expect(problems).toEqual(["Run 1 has no case in common with what would be tried."]);
  const { number } = await tryOut(context, skill, { open: finds().open });
  const asked = { skill, number, against: before.number, recall: 0.3 };
  const { gate } = await getRunReport(context, asked);
  expect(gate).toEqual({
    code: 3,
    reasons: [expect.stringContaining("no case was measured both in it and in the run")],
    remarks: [],
  });
  expect((await getRunReport(context, { skill, number, recall: 0.3 })).gate.code).toBe(0);
});

describe("a run that is to be compared with, before anything is spent", () => {
  it("fits where the same model answered it, whatever its connection is called", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    const { number } = await tryOut(context, skill, { open: finds().open });
    const problemsOf = async (open: OpenModel) =>
      (await estimateSuiteRun(context, { skill, against: number }, open)).problems;
    expect(await problemsOf(finds().open)).toEqual([]);
    const refused = [expect.stringContaining("Run 1 cannot be compared with")];
    expect(await problemsOf(openAt(finds().open, "elsewhere"))).toEqual(refused);
    expect((await estimateSuiteRun(context, { skill, against: 77 }, finds().open)).problems).toHaveLength(1);
  });
});

it("is held against the newest run of what is published that measured something", async () => {
  const context = await aContext(db);
  const { skill } = await aSuite(context, someCases(8, 4));
  await tryOut(context, skill, { open: finds().open, source: version });
  const outage = aScriptedModel(() => ({ fail: new Error("The provider is down.") }));
  const down = await tryOut(context, skill, { open: outage.open, repeatOf: 1 });
  expect(down.figures[0]?.verdict.word).toBe("invalid");
  await describeAnew(context, skill);
  const { number } = await tryOut(context, skill, { open: finds(6).open });
  const report = await getRunReport(context, { skill, number });
  expect(report).toMatchObject({ gate: { code: 1 }, against: { number: 1, version: 1 } });
});

describe("a report", () => {
  it("names files from the folder that the package has in its repository, and from nowhere outside of it", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    const { number } = await tryOut(context, skill, { open: finds(1).open });
    const uriOf = async (root: string) => {
      const { text } = await getRunReport(context, { skill, number, format: "sarif", root });
      return JSON.parse(text ?? "").runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri;
    };
    expect(await uriOf("./skills//pdf-tools/")).toBe("skills/pdf-tools/evals/trigger-eval.json");
    await expect(uriOf("../else")).rejects.toThrow("inside of the repository");
  });

  it("stands at the lines that the cases had in the bytes that were tried", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(8, 4));
    const { number } = await tryOut(context, skill, { open: finds(1).open });
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "evals/trigger-eval.json", text: "[]" }],
    });
    const textOf = async (format: "markdown" | "benchmark" | "junit" | "sarif") =>
      (await getRunReport(context, { skill, number, format })).text ?? "";
    expect(await textOf("junit")).toContain('line="3"');
    expect(await textOf("junit")).toContain("Merge PDF 1 (should be activated)");
    expect(JSON.parse(await textOf("sarif")).runs[0].results).toMatchObject([
      { ruleId: "missed", locations: [{ physicalLocation: { region: { startLine: 3 } } }] },
    ]);
    expect(await textOf("markdown")).toContain("### Trigger suite of `pdf-tools`: run 1");
    expect(await textOf("benchmark")).toContain("95 % Wilson intervals");
  });

  it("of another workspace is not there, nor is one that never was", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context);
    const { number } = await tryOut(context, skill, { open: finds().open });
    const stranger = await aContext(db);
    await expect(getRunReport(stranger, { skill, number })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getRunReport(context, { skill, number: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the gate of an effect run", () => {
  it("passes what helps, and knows a golden task that failed by its name", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(8));
    const { number } = await tryTasks(context, aTaskModel(helps));
    expect((await getRunReport(context, { skill, number })).gate).toEqual({
      code: 0,
      reasons: [],
      remarks: [],
    });
    const other = await aContext(db);
    const golden = someTasks(8, (task) => (task === 3 ? { golden: true, name: "merge-two" } : {}));
    await aTaskSuite(other, golden);
    const failed = await tryTasks(
      other,
      aTaskModel((seen) => (seen.task === 3 ? wrong : helps(seen))),
    );
    expect((await getRunReport(other, { skill, number: failed.number })).gate).toMatchObject({
      code: 2,
      reasons: [expect.stringContaining("golden tasks failed: merge-two")],
    });
  });

  it("tells that the skill does harm", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(8));
    const { number } = await tryTasks(
      context,
      aTaskModel((seen) => (seen.isRead || seen.isOffered ? wrong : right)),
    );
    expect((await getRunReport(context, { skill, number })).gate).toMatchObject({
      code: 1,
      reasons: [expect.stringContaining("worse with the skill than without")],
    });
  });
});

describe("a report of an effect run", () => {
  it("stands at the lines that the tasks had in the bytes that were tried, and says what was spent", async () => {
    const context = await aContext(db);
    const tasks = someTasks(8, (task) => (task === 3 ? { golden: true, name: "</x>|merge" } : {}));
    const { skill } = await aTaskSuite(context, tasks);
    const { number } = await tryTasks(
      context,
      aTaskModel((seen) => (seen.task === 3 ? wrong : helps(seen))),
    );
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "evals/evals.json", text: "{}" }],
    });
    const textOf = async (format: "markdown" | "benchmark" | "junit" | "sarif") =>
      (await getRunReport(context, { skill, number, format })).text ?? "";
    const line =
      1 +
      (JSON.stringify({ evals: tasks }, null, 2)
        .split("\n")
        .findIndex((one) => one.includes("Task 3")) +
        1);
    expect(await textOf("junit")).toContain(
      `name="&lt;/x&gt;|merge (golden)" file="evals/evals.json" line="${line}"`,
    );
    expect(JSON.parse(await textOf("sarif")).runs[0].results).toMatchObject([
      { ruleId: "golden-failed", locations: [{ physicalLocation: { region: { startLine: line } } }] },
      { ruleId: "idle-grader", locations: [{ physicalLocation: { region: { startLine: line } } }] },
    ]);
    const markdown = await textOf("markdown");
    expect(markdown).toContain("Worse");
    expect(markdown).toContain("| `</x>\\|merge` (golden) | 0 of 1 | 0 of 1 | 0 of 1 | golden, failed |");
    expect(markdown).toContain("24 trials");
    expect(await textOf("benchmark")).toContain("| Found | 0.88 [0.53, 0.98], 7 of 8 | 7 of 8 | 0 |");
  });
});
