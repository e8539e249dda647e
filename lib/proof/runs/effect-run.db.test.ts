import { describe, expect, it } from "vitest";
import { ModelError } from "@/lib/models/model-error";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  aTaskModel,
  aTaskSuite,
  type Behave,
  helps,
  loads,
  pdfSkill,
  right,
  someTasks,
  tryTasks,
  wrong,
} from "@/lib/testing/proof/effect-runs";
import { type Choice, endsWith, says } from "@/lib/testing/proof/suite-runs";
import { listRunTasks } from "../trials/task-queries";
import { listTrials } from "../trials/trial-queries";

const { db } = testDatabase();

const useless: Behave = ({ task, isRead, isOffered }) =>
  isOffered && !isRead ? loads : task % 2 === 1 ? right : wrong;
const harms: Behave = ({ isRead, isOffered }) => (isRead ? wrong : isOffered ? loads : right);
const neverFound: Behave = ({ isRead }) => (isRead ? right : wrong);

describe("a skill that", () => {
  it.each([
    ["helps", helps, { worth: 1, finding: 0, total: 1 }, [10, 0, 0], "improved", [0, 10, 10]],
    ["is useless", useless, { worth: 0, finding: 0, total: 0 }, [0, 10, 0], "not-shown", [5, 5, 5]],
    ["harms", harms, { worth: -1, finding: 0, total: -1 }, [0, 0, 10], "worse", [10, 0, 0]],
    [
      "helps, but is never found",
      neverFound,
      { worth: 1, finding: -1, total: 0 },
      [0, 10, 0],
      "not-shown",
      [0, 0, 10],
    ],
  ] as const)(
    "%s has the figures that were planted",
    async (_, behave, overall, [wins, ties, losses], word, passed) => {
      const context = await aContext(db);
      await aTaskSuite(context, someTasks(10));
      const run = await tryTasks(context, aTaskModel(behave));
      expect(run).toMatchObject({ state: "done", suite: "effect", cases: 10, shouldFind: 0, shouldNot: 0 });
      expect(run.progress).toMatchObject({ total: 30, done: 30, invalid: 0 });
      const [figures] = run.effectFigures;
      expect(figures).toMatchObject({ overall, counts: { wins, ties, losses }, verdict: { word } });
      expect(figures?.arms.map((arm) => [arm.arm, arm.passed, arm.valid])).toEqual([
        ["without", passed[0], 10],
        ["found", passed[1], 10],
        ["given", passed[2], 10],
      ]);
      expect(
        figures?.tasks.every(({ effects }) => effects && effects.worth + effects.finding === effects.total),
      ).toBe(true);
      expect(run.effects).toEqual([
        {
          dialect: "standard",
          overall,
          counts: { wins, ties, losses },
          p: figures?.p,
          netWin: figures?.netWin,
          verdict: word,
        },
      ]);
      expect(run.figures).toEqual([]);
    },
  );

  it("helps shows its p, what speaks for it and how likely a repeat agrees", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(8));
    const { effectFigures } = await tryTasks(context, aTaskModel(helps), { repeats: 2 });
    const [figures] = effectFigures;
    expect(figures?.p.greater).toBeCloseTo(1 / 256, 10);
    expect(figures?.netWin).toBe(1);
    expect(figures?.verdict.reasons).toEqual([
      { reason: "credible-win", text: "8 tasks won and 0 lost by the skill: exact p = 0.0039.", tasks: [] },
    ]);
    expect(figures?.agreement?.sameTasks).toBeGreaterThan(0.9);
    expect(figures?.power).toMatchObject({ needed: 12, more: 4 });
    expect(figures?.parts).toMatchObject({ worth: { up: 8, down: 0 }, finding: { up: 0, down: 0, p: 1 } });
  });

  it("helps, tried on too few tasks, says how many more it takes", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(3));
    const [figures] = (await tryTasks(context, aTaskModel(helps))).effectFigures;
    expect(figures?.verdict.word).toBe("not-shown");
    expect(figures?.verdict.reasons.map(({ reason }) => reason)).toEqual([
      "too-few-decided",
      "may-be-chance",
    ]);
    expect(figures?.power?.more).toBeGreaterThan(3);
  });

  it("helps in every dialect, also where every text is in the prompt", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(5));
    const dialects = ["standard", "claude-code"];
    const run = await tryTasks(context, aTaskModel(helps), { dialects });
    expect(run.effectFigures.map(({ dialect, counts }) => [dialect, counts.wins])).toEqual(
      dialects.map((id) => [id, 5]),
    );
  });
});

describe("a golden task", () => {
  it("that fails with the skill makes it worse, whatever the others say", async () => {
    const context = await aContext(db);
    await aTaskSuite(
      context,
      someTasks(10, (task) => (task === 4 ? { golden: true } : {})),
    );
    const behave: Behave = (seen) => (seen.isRead && seen.task === 4 ? wrong : helps(seen));
    const run = await tryTasks(context, aTaskModel(behave));
    const [figures] = run.effectFigures;
    const { items } = await listRunTasks(context, { skill: pdfSkill.name, number: run.number });
    const golden = items.find((task) => task.golden);
    expect(golden?.number).toBe(4);
    expect(figures?.counts.wins).toBe(9);
    expect(figures?.golden).toEqual({ passed: [], failed: [golden?.id], unmeasured: [] });
    expect(figures?.verdict).toMatchObject({
      word: "worse",
      reasons: [{ reason: "golden-failed", tasks: [golden?.id] }],
    });
  });
});

describe("graders", () => {
  it("that say nothing are named, with why", async () => {
    const context = await aContext(db);
    const graders = [
      { kind: "contains", text: "RIGHT" },
      { kind: "not-contains", text: "sorry" },
      { kind: "contains", text: "a text that nobody says" },
      { kind: "file-exists", path: "out.pdf" },
      { kind: "activated", skill: pdfSkill.name },
    ];
    await aTaskSuite(
      context,
      someTasks(1, () => ({ graders })),
    );
    const [figures] = (await tryTasks(context, aTaskModel(helps))).effectFigures;
    expect(figures?.graders.map(({ kind, idle }) => [kind, idle?.reason ?? null])).toEqual([
      ["contains", null],
      ["not-contains", "passes-in-every-arm"],
      ["contains", "fails-in-every-arm"],
      ["file-exists", "never-decided"],
      ["activated", null],
    ]);
    expect(figures?.graders[0]?.arms.map(({ arm, passed, decided }) => [arm, passed, decided])).toEqual([
      ["without", 0, 1],
      ["found", 1, 1],
      ["given", 1, 1],
    ]);
    // Without the skill nothing is said about it: nothing is won by construction.
    expect(figures?.graders[4]?.arms.map(({ decided }) => decided)).toEqual([0, 1, 1]);
  });

  it("that cannot decide anything in an arm leave its trial out, as invalid", async () => {
    const context = await aContext(db);
    const graders = [{ kind: "activated", skill: pdfSkill.name }];
    await aTaskSuite(
      context,
      someTasks(2, () => ({ graders })),
    );
    const run = await tryTasks(context, aTaskModel(helps));
    expect(run.effectFigures[0]).toMatchObject({
      verdict: { word: "invalid-measurement" },
      invalid: [{ arm: "without", reason: "ungraded", trials: 2 }],
    });
    const { items } = await listTrials(context, { skill: pdfSkill.name, number: run.number, arm: "without" });
    expect(items.map(({ outcome, state }) => [outcome, state])).toEqual([
      ["invalid", "invalid"],
      ["invalid", "invalid"],
    ]);
  });
});

describe("what cannot be judged", () => {
  it.each([
    ["a failure", { fail: new ModelError("RATE_LIMITED", "Slow down.") }, "provider-error"],
    ["a refusal", { parts: [endsWith("content-filter")] }, "refusal"],
    ["a cut", { parts: [...says("RIGHT, and half of"), endsWith("length")] }, "truncated"],
    ["silence", { parts: [endsWith("stop")] }, "empty-answer"],
  ] satisfies [string, Choice, string][])(
    "%s is invalid, left out, and neither passed nor failed",
    async (_, choice, reason) => {
      const context = await aContext(db);
      await aTaskSuite(context, someTasks(6));
      const behave: Behave = (seen) => (seen.task === 2 && !seen.isOffered ? choice : helps(seen));
      const [figures] = (await tryTasks(context, aTaskModel(behave))).effectFigures;
      expect(figures?.invalid).toMatchObject([{ arm: "without", reason, trials: 1 }]);
      expect(figures?.arms[0]).toMatchObject({ arm: "without", passed: 0, valid: 5, invalid: 1 });
      expect(figures?.counts).toEqual({ wins: 5, ties: 0, losses: 0 });
      expect(figures?.unmeasured).toHaveLength(1);
      expect(figures?.overall).toEqual({ worth: 1, finding: 0, total: 1 });
    },
  );

  it("an outage throughout is an invalid measurement, and no verdict against the skill", async () => {
    const context = await aContext(db);
    await aTaskSuite(context, someTasks(5));
    const behave: Behave = (seen) =>
      seen.isOffered ? { fail: new ModelError("MODEL_OVERLOADED", "Try later.") } : helps(seen);
    const [figures] = (await tryTasks(context, aTaskModel(behave))).effectFigures;
    expect(figures?.verdict).toMatchObject({ word: "invalid-measurement" });
    expect(figures?.verdict.reasons[0]).toMatchObject({ reason: "too-much-invalid" });
    expect(figures?.overall).toBeNull();
  });
});
