import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aScriptedModel,
  aSuite,
  aWorker,
  type Choose,
  someCases,
  tryOut,
} from "@/lib/testing/proof/suite-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { startSuiteRun } from "../commands/start-suite-run";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { getSuiteRunDetail } from "../queries";
import { listRunCases } from "../trials/trial-queries";
import { getTriggerSuite } from "./get-trigger-suite";

const { db } = testDatabase();
const path = "evals/trigger-eval.json";
const rightly: Choose = (query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "A joke." });
const { open } = aScriptedModel(rightly);

/** A skill whose draft has exactly this file of cases. */
async function aSuiteOf(text: string): Promise<{ context: Context; skill: string }> {
  const context = await aContext(db);
  const { skill } = await aSuite(context, []);
  await changeDraft(context, { skill, baseRevision: 1, changes: [{ op: "write", path, text }] });
  return { context, skill };
}
const sound =
  '{"query":"Merge PDF 1","should_trigger":true},\n{"query":"Tell a joke","should_trigger":false}';
/** What its run tries, and what each case came to. */
async function triedOf({ context, skill }: { context: Context; skill: string }) {
  const run = await tryOut(context, skill, { open });
  const { items } = await listRunCases(context, { skill, number: run.number });
  return { run, tried: items.map(({ query, hosts }) => [query, hosts[0]?.outcome]) };
}

describe("a file of cases that is odd", () => {
  it.each([
    [
      "a key that stands twice",
      '{"query":"Merge PDF 2","query":"Merge PDF 3","should_trigger":true}',
      "duplicate-key",
      "error",
    ],
    [
      "two spellings that contradict each other",
      '{"query":"Merge PDF 2","should_trigger":true,"shouldTrigger":false}',
      "both-spellings",
      "error",
    ],
    ["an empty message", '{"query":" \\u200b ","should_trigger":true}', "empty-query", "error"],
    [
      "a case that stands there already",
      '{"query":"Merge PDF 1","should_trigger":true}',
      "duplicate-case",
      null,
    ],
  ])("with %s tells its line, and tries the other cases, each once", async (_, odd, rule, severity) => {
    const suite = await aSuiteOf(`[${sound},\n${odd}]`);
    const { findings } = await getTriggerSuite(suite.context, { skill: suite.skill });
    const finding = findings.find((one) => one.rule === rule);
    expect(finding?.line).toBe(3);
    if (severity !== null) expect(finding?.severity).toBe(severity);
    expect((await estimateSuiteRun(suite.context, { skill: suite.skill }, open)).cases).toBe(2);
    const { run, tried } = await triedOf(suite);
    expect(tried).toEqual([
      ["Merge PDF 1", "right"],
      ["Tell a joke", "right"],
    ]);
    expect(run.figures[0]).toMatchObject({ measured: 2, recall: { count: 1, of: 1 } });
  });

  it("with two expectations of one message tries neither", async () => {
    const suite = await aSuiteOf(
      `[${sound},\n{"query":"Merge PDF 2","should_trigger":true},{"query":"Merge PDF 2","should_trigger":false}]`,
    );
    const { findings } = await getTriggerSuite(suite.context, { skill: suite.skill });
    expect(findings.map(({ rule }) => rule)).toContain("contradicting-case");
    expect((await triedOf(suite)).tried.map(([query]) => query)).toEqual(["Merge PDF 1", "Tell a joke"]);
  });

  it("with a skill that is not there says so beside the case, and gives its run no verdict", async () => {
    const suite = await aSuiteOf(
      `[${sound},\n{"query":"Fill a form","should_trigger":false,"expected_skill":"form-tools"}]`,
    );
    const { findings } = await getTriggerSuite(suite.context, { skill: suite.skill });
    expect(findings.find(({ rule }) => rule === "unknown-skill")).toMatchObject({ line: 3 });
    const { run } = await triedOf(suite);
    expect(run.selfCheck?.faults.map(({ message }) => message)).toEqual([
      expect.stringContaining("Case 3 expects form-tools"),
    ]);
    expect(run.figures[0]?.verdict.word).toBe("invalid");
  });

  it("of 5,000 cases is read with a warning, and is no run: both estimate and start say how many may be", async () => {
    const cases = Array.from({ length: 5_000 }, (_, at) => ({
      query: `Merge PDF ${at}`,
      should_trigger: at % 2 === 0,
    }));
    const { context, skill } = await aSuiteOf(JSON.stringify(cases));
    const suite = await getTriggerSuite(context, { skill });
    expect(suite.cases).toHaveLength(5_000);
    expect(suite.findings.map(({ rule }) => rule)).toEqual(["many-cases"]);
    const why = `${path} has 5000 cases; a run tries at most 1000.`;
    expect((await estimateSuiteRun(context, { skill }, open)).problems).toEqual([why]);
    await expect(startSuiteRun(context, { skill }, open)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: why,
    });
  });
});

describe("a skill that moves on while its run goes on", () => {
  const carriedOut = async (context: Context, skill: string, number: number) => {
    const worker = aWorker(context, open);
    await worker.takeMore();
    await worker.settled();
    return getSuiteRunDetail(context, { skill, number });
  };

  it("was changed: the run keeps to its bytes, and says so", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const { number, digest } = await startSuiteRun(context, { skill, repeats: 1 }, open);
    const text = skillText({ name: skill, description: "Folds maps.", body: "# Maps\n" });
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text }],
    });
    const run = await carriedOut(context, skill, number);
    expect(run).toMatchObject({ state: "done", digest, changes: [{ skill, change: "changed" }] });
    expect(run.figures[0]?.outcomes).toMatchObject({ right: 3, missed: 0, invalid: 0 });
  });

  it("was withdrawn: the run keeps to its bytes, and says so", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    const source = { follows: "version" as const, version: 1 };
    const { number } = await startSuiteRun(context, { skill, source, repeats: 1 }, open);
    await withdrawVersion(context, { skill, number: 1, reason: "It leaks." });
    const run = await carriedOut(context, skill, number);
    expect(run).toMatchObject({ state: "done", changes: [{ skill, change: "withdrawn" }] });
    expect(run.figures[0]?.outcomes).toMatchObject({ right: 3, missed: 0, invalid: 0 });
  });
});
