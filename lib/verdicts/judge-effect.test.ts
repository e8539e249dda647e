import { describe, expect, it } from "vitest";
import { type EffectArm, type EffectTrial, type JudgedPair, judgeEffect } from "./judge-effect";

const arms: EffectArm[] = (["without", "found", "given"] as const).map((arm) => ({ arm, leftOut: null }));
type Outcome = EffectTrial["outcome"];

/** One repeat of a task in the three arms. */
const tried = (task: string, outcomes: readonly [Outcome, Outcome, Outcome], repeat = 1): EffectTrial[] =>
  arms.map((arm, at) => ({ ...arm, task, repeat, outcome: outcomes[at] ?? "invalid" }));
const said = (
  task: string,
  direction: JudgedPair["direction"],
  { arm = "found", repeat = 1 }: Partial<JudgedPair> = {},
): JudgedPair => ({ task, arm, repeat, direction });
const answered = ["answered", "answered", "answered"] as const;
const tasks = (ids: readonly string[], golden = false) => ids.map((id) => ({ id, golden }));

describe("tasks that only a judge decides", () => {
  const ids = ["a", "b", "c", "d", "e"];

  it("are won and lost by its word, and have no rate of passes that could be missing", () => {
    const judged = judgeEffect({
      tasks: tasks(ids),
      arms,
      repeats: 1,
      trials: ids.flatMap((id) => tried(id, answered)),
      judged: [
        ...ids.slice(0, 4).map((id) => said(id, "win")),
        said("e", "loss"),
        ...ids.map((id) => said(id, "tie", { arm: "given" })),
      ],
    });
    expect(judged.judged.counts).toEqual({ wins: 4, ties: 0, losses: 1 });
    expect(judged.overall).toBeNull();
    expect(judged.unmeasured).toEqual([]);
    expect(judged.judgedArms).toEqual([
      { arm: "found", wins: 4, ties: 0, losses: 1, invalid: [] },
      { arm: "given", wins: 0, ties: 5, losses: 0, invalid: [] },
    ]);
  });

  it("take the majority over repeats, never how often", () => {
    const words = ["win", "win", "loss"] as const;
    const judged = judgeEffect({
      tasks: tasks(["a"]),
      arms,
      repeats: 3,
      trials: [1, 2, 3].flatMap((repeat) => tried("a", answered, repeat)),
      judged: words.map((word, at) => said("a", word, { repeat: at + 1 })),
    });
    expect(judged.tasks[0]?.direction).toBe("win");
    expect(judged.judged.counts).toEqual({ wins: 1, ties: 0, losses: 0 });
  });

  it("are invalid where it said nothing, never a tie or a loss", () => {
    const judged = judgeEffect({
      tasks: tasks(["a", "b"]),
      arms,
      repeats: 1,
      trials: [...tried("a", answered), ...tried("b", answered)],
      judged: [said("a", "invalid")],
    });
    expect(judged.judged.invalid).toEqual(["a", "b"]);
    expect(judged.judgedArms[0]).toEqual({ arm: "found", wins: 0, ties: 0, losses: 0, invalid: ["a"] });
    expect(judged.judged.verdict).toBe("invalid-measurement");
  });

  it("hold, when golden, unless they are worse with the skill", () => {
    const goldenOf = (direction: JudgedPair["direction"]) =>
      judgeEffect({
        tasks: tasks(["a"], true),
        arms,
        repeats: 1,
        trials: tried("a", answered),
        judged: [said("a", direction)],
      });
    expect(goldenOf("win").golden.passed).toEqual(["a"]);
    expect(goldenOf("tie").golden.passed).toEqual(["a"]);
    expect(goldenOf("loss").golden.failed).toEqual(["a"]);
    expect(goldenOf("loss").judged.verdict).toBe("worse");
    expect(goldenOf("invalid").golden.unmeasured).toEqual(["a"]);
  });
});

describe("tasks with other graders", () => {
  it("are decided by these first, and by the judge where both answers pass", () => {
    const judged = judgeEffect({
      tasks: tasks(["graded", "both", "neither"]),
      arms,
      repeats: 1,
      trials: [
        ...tried("graded", ["failed", "passed", "passed"]),
        ...tried("both", ["passed", "passed", "passed"]),
        ...tried("neither", ["failed", "failed", "failed"]),
      ],
      judged: [said("graded", "loss"), said("both", "loss"), said("neither", "win")],
    });
    expect(judged.tasks.map(({ direction }) => direction)).toEqual(["win", "loss", "tie"]);
    expect(judged.golden).toEqual({ passed: [], failed: [], unmeasured: [] });
  });

  it("do not hold what fails one with the skill, where the other side has none: no judge makes up for it", () => {
    const judged = judgeEffect({
      tasks: tasks(["a"], true),
      arms,
      repeats: 3,
      trials: [1, 2, 3].flatMap((repeat) => tried("a", ["answered", "failed", "answered"], repeat)),
      judged: [1, 2, 3].map((repeat) => said("a", "win", { repeat })),
    });
    expect(judged.tasks[0]?.direction).toBe("tie");
    expect(judged.golden).toEqual({ passed: [], failed: ["a"], unmeasured: [] });
  });

  it("hold repeat by repeat: a loss and a failure are two that do not, and one that is invalid without is none", () => {
    const held = (trials: EffectTrial[], words: readonly JudgedPair["direction"][]) =>
      judgeEffect({
        tasks: tasks(["a"], true),
        arms,
        repeats: 3,
        trials,
        judged: words.map((word, at) => said("a", word, { repeat: at + 1 })),
      }).golden;
    const apart = [
      ...tried("a", answered, 1),
      ...tried("a", ["answered", "failed", "answered"], 2),
      ...tried("a", answered, 3),
    ];
    expect(held(apart, ["loss", "tie", "win"]).failed).toEqual(["a"]);
    const early = [
      ...tried("a", ["invalid", "failed", "answered"], 1),
      ...tried("a", answered, 2),
      ...tried("a", answered, 3),
    ];
    expect(held(early, ["invalid", "win", "win"]).passed).toEqual(["a"]);
  });

  it("are the same where both pass and nobody is asked", () => {
    const trials = tried("a", ["passed", "passed", "failed"]);
    const judged = judgeEffect({ tasks: tasks(["a"], true), arms, repeats: 1, trials, judged: null });
    expect(judged.tasks[0]?.direction).toBe("tie");
    expect(judged.golden.passed).toEqual(["a"]);
    expect(judged.judgedArms).toEqual([]);
  });
});

describe("further arms", () => {
  it("are told without a judge: the published version, and what a file is worth", () => {
    const all: EffectArm[] = [
      ...arms,
      { arm: "approved", leftOut: null },
      { arm: "left-out", leftOut: "tone.md" },
    ];
    const trials = all.map(
      (arm): EffectTrial => ({
        ...arm,
        task: "a",
        repeat: 1,
        outcome: arm.arm === "without" || arm.arm === "left-out" ? "failed" : "passed",
      }),
    );
    const judged = judgeEffect({ tasks: tasks(["a"]), arms: all, repeats: 1, trials, judged: [] });
    expect(judged.overall).toEqual({ worth: 1, finding: 0, total: 1 });
    expect(judged.approved).toMatchObject({ outcome: "no difference shown", gained: [], lost: [] });
    expect(judged.leftOut).toEqual([
      { path: "tone.md", up: [], down: ["a"], p: 0.5, measured: 1, effect: -1 },
    ]);
    expect(judged.arms.find(({ arm }) => arm === "given")).toMatchObject({ passed: 1, valid: 1, invalid: 0 });
  });
});
