import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { runBatch } from "@/lib/batches/commands/run-batch";
import { judgeEndedRuns } from "@/lib/proof/commands/judge-ended-runs";
import { startSuiteRun } from "@/lib/proof/commands/start-suite-run";
import { listProvenSkills } from "@/lib/proof/proven/list-proven-skills";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { noProof, type ProofPolicy } from "@/lib/reviews/policy-options";
import { decideEffectGate } from "@/lib/suites/decide-effect-gate";
import { decideGate } from "@/lib/suites/decide-gate";
import { evalsPath } from "@/lib/suites/suite";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import {
  aTaskModel,
  aTaskSuite,
  type Behave,
  helps,
  right,
  someTasks,
  tryTasks,
  wrong,
} from "@/lib/testing/proof/effect-runs";
import {
  aScriptedModel,
  aSuite,
  aWorker,
  type Choose,
  someCases,
  tryOut,
} from "@/lib/testing/proof/suite-runs";
import { changeDraft } from "./commands/change-draft";
import { proofStandings } from "./list-options";
import { listSkills } from "./list-skills";

const { db } = testDatabase();
const finds: Choose = (query) => (query.startsWith("Merge") ? { call: "pdf-tools" } : { text: "No." });
const finding = aScriptedModel(finds).open;
const harms: Behave = ({ isOffered }) => (isOffered ? wrong : right);
const useless: Behave = () => right;

/** Each skill of the workspace with what the filters find it by: exactly one of them. */
async function standings(context: Context): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const proof of proofStandings) {
    const { items, total } = await listSkills(context, { proof });
    expect(items).toHaveLength(total);
    found.push(...items.map(({ name }): [string, string] => [name, proof]));
  }
  expect(found).toHaveLength((await listSkills(context, {})).total);
  return Object.fromEntries(found);
}

const ask = (context: Context, triggers: ProofPolicy["triggers"]) =>
  changePolicy(context, { proof: { ...noProof, triggers } });

const write = async (context: Context, path: string, text: string) => {
  const { items } = await listSkills(context, { query: "pdf-tools" });
  const baseRevision = items[0]?.draftRevision ?? 0;
  await changeDraft(context, { skill: "pdf-tools", baseRevision, changes: [{ op: "write", path, text }] });
};

describe("what the library's skills are filtered by", () => {
  it("is whether there is anything to run, and whether it was run as it is now", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill, sibling } = await aSuite(context, someCases(10, 2));
    await ask(context, { recall: 0.5, precision: null });
    await aPackage(other, { name: "theirs" });
    expect(await standings(context)).toEqual({ [skill]: "not-run", [sibling]: "no-cases" });
    expect(await standings(other)).toEqual({ theirs: "no-cases" });
    await startSuiteRun(context, { skill, repeats: 1 }, finding);
    expect(await standings(context)).toMatchObject({ [skill]: "not-run" });
    const worker = aWorker(context, finding);
    await worker.takeMore();
    await worker.settled();
    await judgeEndedRuns({ db });
    expect(await standings(context)).toEqual({ [skill]: "proven", [sibling]: "no-cases" });
  });

  it("is of the draft or the newest version, as the list says of which bytes a run was", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(10, 2));
    await ask(context, { recall: 0.5, precision: null });
    await tryOut(context, skill, { open: finding });
    await judgeEndedRuns({ db });
    const bytes = async () => (await listProvenSkills(context, {})).items[0]?.trigger?.bytes;
    await write(context, "a.md", "1");
    expect([await bytes(), await standings(context)]).toMatchObject(["current", { [skill]: "proven" }]);
    await tryOut(context, skill, { open: finding });
    await judgeEndedRuns({ db });
    expect([await bytes(), await standings(context)]).toMatchObject(["current", { [skill]: "proven" }]);
    await write(context, "a.md", "2");
    expect([await bytes(), await standings(context)]).toMatchObject(["older", { [skill]: "not-run" }]);
  });

  it("counts no run by a script, and the newest that counts alone", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(10, 2));
    await ask(context, { recall: 0.5, precision: null });
    await tryOut(context, skill, { open: finding });
    await tryOut(context, skill, { open: aScriptedModel(() => ({ text: "No." })).open, repeatOf: 1 });
    await judgeEndedRuns({ db });
    const where = { workspaceId: context.workspace.id, number: 2 };
    expect(await standings(context)).toMatchObject({ [skill]: "not-shown" });
    await db.suiteRun.updateMany({ where, data: { modelKind: "rules" } });
    expect(await standings(context)).toMatchObject({ [skill]: "proven" });
  });

  it("holds a trigger suite to the policy's floors as the gate does", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(10, 4));
    const sloppy = aScriptedModel((query) =>
      /[35]$/.test(query) ? { text: "No." } : query.endsWith("joke 1") ? { call: skill } : finds(query),
    );
    const run = await tryOut(context, skill, { open: sloppy.open });
    await judgeEndedRuns({ db });
    expect(await standings(context)).toMatchObject({ [skill]: "not-shown" });
    const [figures] = run.figures;
    const low = figures?.recall?.low ?? 0;
    const floors = [
      { recall: 0.3, precision: null },
      { recall: low, precision: null },
      { recall: low + 0.000_1, precision: null },
      { recall: 0.3, precision: 0.3 },
      { recall: 0.3, precision: 0.99 },
    ];
    const [said, gates]: [string[], number[]] = [[], []];
    for (const { recall, precision } of floors) {
      await ask(context, { recall, precision });
      said.push((await standings(context))[skill] ?? "");
      const hosts = run.figures.map((one) => ({
        dialect: one.dialect,
        figures: { ...one, word: "judged" as const },
        against: null,
      }));
      const asked = { recall: recall ?? undefined, precision: precision ?? undefined };
      gates.push(decideGate({ goldenFailed: [], hosts, floors: asked }).code);
    }
    expect(said).toEqual(["proven", "proven", "worse", "proven", "worse"]);
    expect(gates.map((code) => (code === 0 ? "proven" : "worse"))).toEqual(said);
    // Written before a floor was asked for.
    const older = { ...noProof, triggers: { recall: null, precision: null } };
    const { id } = context.workspace;
    await db.reviewPolicy.update({ where: { workspaceId: id }, data: { proof: older } });
    expect(await standings(context)).toMatchObject({ [skill]: "proven" });
    await changePolicy(context, { proof: noProof });
    expect(await standings(context)).toMatchObject({ [skill]: "not-shown" });
  });

  it("judges nothing by too few cases", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, someCases(2, 1));
    await ask(context, { recall: 0.99, precision: 0.01 });
    await tryOut(context, skill, { open: finding });
    await judgeEndedRuns({ db });
    expect(await standings(context)).toMatchObject({ [skill]: "not-shown" });
  });

  it.each([
    ["helps", helps, "proven"],
    ["is useless", useless, "not-shown"],
    ["harms", harms, "worse"],
  ] as const)("of tasks is what a skill that %s does for them", async (_, behave, standing) => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(8));
    expect(await standings(context)).toMatchObject({ [skill]: "not-run" });
    await tryTasks(context, aTaskModel(behave));
    await judgeEndedRuns({ db });
    expect(await standings(context)).toMatchObject({ [skill]: standing });
  });
});

describe("a skill with cases and tasks", () => {
  it("is proven only once all of them were run, and worse by either", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(8), {
      "evals/trigger-eval.json": JSON.stringify(someCases(10, 2)),
    });
    await ask(context, { recall: 0.5, precision: null });
    await tryTasks(context, aTaskModel(helps));
    await judgeEndedRuns({ db });
    expect(await standings(context)).toMatchObject({ [skill]: "not-run" });
    await tryOut(context, skill, { open: finding });
    await judgeEndedRuns({ db });
    expect(await standings(context)).toMatchObject({ [skill]: "proven" });
    await ask(context, { recall: 0.9, precision: null });
    expect(await standings(context)).toMatchObject({ [skill]: "worse" });
  });

  it("is worse when its tasks are worse than what is published, as the gate says", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(8));
    const run = await tryTasks(context, aTaskModel(helps));
    await judgeEndedRuns({ db });
    const [own] = run.effectFigures;
    const lost = ["a", "b", "c", "d", "e", "f"];
    const approved = { version: 1, outcome: "worse", gained: [], lost, unmeasured: [], p: own?.p };
    const where = { workspaceId: context.workspace.id };
    await db.suiteRun.updateMany({ where, data: { figures: [{ ...own, approved }] } });
    const facts = {
      dialect: "standard",
      reasons: [],
      goldenFailed: [],
      lostToApproved: lost.length,
      isUncompared: false,
    };
    expect(decideEffectGate([{ ...facts, word: "improved" }]).code).toBe(1);
    expect(await standings(context)).toMatchObject({ [skill]: "worse" });
  });

  it("has nothing to run once its draft has no cases and what ran is of other bytes", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(5));
    await write(context, "a.md", "1");
    await tryTasks(context, aTaskModel(useless));
    await judgeEndedRuns({ db });
    expect(await standings(context)).toMatchObject({ [skill]: "not-shown" });
    const changes = [{ op: "delete" as const, path: evalsPath }];
    await changeDraft(context, { skill, baseRevision: 2, changes });
    expect(await standings(context)).toMatchObject({ [skill]: "no-cases" });
  });
});

describe("the filter", () => {
  it("goes with the others, from page to page, and chooses for an act on many", async () => {
    const context = await aContext(db);
    await aSuite(context, someCases(2, 1));
    for (const name of ["a-one", "a-two", "a-three"]) await aPackage(context, { name });
    const asked = { proof: "no-cases", name: "a-*", sort: "name" } as const;
    const first = await listSkills(context, { ...asked, limit: 2 });
    expect([first.total, first.items.map(({ name }) => name)]).toEqual([3, ["a-one", "a-three"]]);
    const cursor = first.nextCursor ?? "";
    expect((await listSkills(context, { ...asked, cursor })).items.map(({ name }) => name)).toEqual([
      "a-two",
    ]);
    const ranked = await listSkills(context, { query: "tools", proof: "not-run" });
    expect(ranked.items.map(({ name }) => name)).toEqual(["pdf-tools"]);
    const chosen = { matching: { proof: "not-run" as const } };
    const report = await runBatch(context, { skills: chosen, act: { kind: "archive" }, preview: true });
    expect(report.items.map(({ skill }) => skill.name)).toEqual(["pdf-tools"]);
  });
});
