import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aTaskModel,
  aTaskSuite,
  type Behave,
  helps,
  pdfSkill,
  someTasks,
  tryTasks,
  wrong,
} from "@/lib/testing/proof/effect-runs";
import { skillText } from "@/lib/testing/sessions/rehearsals";
import { getTrial, listTrials } from "./trial-queries";

const { db } = testDatabase();

describe("an arm", () => {
  it("without holds nothing of the skill; given has its text from the start; each opens its session", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(1));
    const requests: [boolean, boolean][] = [];
    const model = aTaskModel((seen) => {
      requests.push([seen.isOffered, seen.isRead]);
      return helps(seen);
    });
    const run = await tryTasks(context, model);
    expect(requests.toSorted()).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [true, true],
    ]);
    const { items } = await listTrials(context, { skill: pdfSkill.name, number: run.number });
    expect(
      items.map(({ arm, outcome, activated, activatedBy }) => [arm, outcome, activated, activatedBy]),
    ).toEqual([
      ["without", "failed", [], null],
      ["found", "passed", [pdfSkill.name], "model"],
      ["given", "passed", [pdfSkill.name], "given"],
    ]);
    const given = items[2];
    const trial = await getTrial(context, {
      skill: pdfSkill.name,
      number: run.number,
      trial: given?.id ?? "",
    });
    expect(trial.tried).toBeNull();
    expect(trial.task?.prompt).toBe("Task 1: which ink?");
    expect(trial.grades).toEqual([{ grader: 0, passed: true, message: "The answer has it." }]);
    expect(trial.events.findIndex(({ type }) => type === "skill-activated")).toBeLessThan(
      trial.events.findIndex(({ type }) => type === "model-step"),
    );
  });

  it("with one file left out shows what the file is worth, and names a useless one", async () => {
    const context = await aContext(db);
    const files = { "references/rules.md": "Blue.\n", "references/other.md": "Nothing.\n" };
    await aTaskSuite(context, someTasks(6), files);
    const behave: Behave = (seen) =>
      seen.isRead && !seen.request.includes("references/rules.md") ? wrong : helps(seen);
    const leaveOut = Object.keys(files);
    const run = await tryTasks(context, aTaskModel(behave), { leaveOut });
    expect(run.arms.map(({ arm, leftOut }) => leftOut ?? arm)).toEqual([
      "without",
      "found",
      "given",
      ...leaveOut,
    ]);
    expect(run.effectFigures[0]?.leftOut).toMatchObject([
      { path: "references/rules.md", effect: -1, measured: 6, better: [], p: 1 / 64 },
      { path: "references/other.md", effect: 0, measured: 6, better: [], worse: [], p: 1 },
    ]);
    expect(run.effectFigures[0]?.leftOut[0]?.worse).toHaveLength(6);
  });

  it("of the published version is compared by the exact test over tasks", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(6));
    const text = skillText({ ...pdfSkill, body: `${pdfSkill.body}\nAlso say so.\n` });
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text }],
    });
    const behave: Behave = (seen) =>
      seen.isRead && !seen.request.includes("Also say so") ? wrong : helps(seen);
    const run = await tryTasks(context, aTaskModel(behave), { approved: true });
    expect(run.approvedVersion).toBe(1);
    expect(run.effectFigures[0]?.approved).toMatchObject({
      version: 1,
      outcome: "better",
      lost: [],
      p: { greater: 1 / 64 },
    });
    expect(run.effectFigures[0]?.approved?.gained).toHaveLength(6);
  });
});

describe("answers that are kept", () => {
  it("are given again for an edit of the body, but where it was loaded", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, someTasks(4));
    const first = await tryTasks(context, aTaskModel(helps));
    // Without: one request each. Found: one to load it, one to answer. Given: one.
    expect(first.calls).toEqual({ asked: 16, kept: 0 });
    const again = aTaskModel(helps);
    expect((await tryTasks(context, again)).calls).toEqual({ asked: 0, kept: 16 });
    expect(again.asked).toEqual([]);
    const text = skillText({ ...pdfSkill, body: `${pdfSkill.body}\nAlso say so.\n` });
    await changeDraft(context, {
      skill,
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text }],
    });
    const edited = await tryTasks(context, aTaskModel(helps));
    expect(edited.calls).toEqual({ asked: 8, kept: 8 });
    const { items } = await listTrials(context, { skill, number: edited.number, limit: 500 });
    const asked = (arm: string) =>
      items.filter((trial) => trial.arm === arm).reduce((sum, { calls }) => sum + calls.asked, 0);
    expect([asked("without"), asked("found"), asked("given")]).toEqual([0, 4, 4]);
  });

  it("are not used where a run is repeated: tasks that come to something else are counted", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(4));
    const run = await tryTasks(context, aTaskModel(helps), { leaveOut: [] });
    const flipping = aTaskModel((seen) => (seen.task === 3 && seen.isRead ? wrong : helps(seen)));
    const repeated = await tryTasks(context, flipping, { repeatOf: run.number });
    expect(repeated.calls).toEqual({ asked: 16, kept: 0 });
    expect(repeated).toMatchObject({ suite: "effect", arms: run.arms, digest: run.digest, runsOfDigest: 2 });
    expect(repeated.aa).toMatchObject({ of: run.number, compared: 4, flipped: 1, share: { share: 0.25 } });
    await expect(tryTasks(context, flipping, { repeatOf: run.number, approved: true })).rejects.toThrow(
      "approved",
    );
  });
});
