import { describe, expect, it } from "vitest";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import type { JudgedCase } from "@/lib/verdicts/judge-suite";
import { judgeFinding, judgeTasks } from "./judge-steps";
import type { MeasuredRun } from "./read-measured-runs";

const at = "2026-11-26T08:00:00.000Z";
const ref = (model: string, number: number) => ({ skill: "ink-rules", number, model, agentRevision: 1, at });
const even = { greater: 1, less: 1, twoSided: 1 };

type Planted = { word: EffectFigures["verdict"]["word"]; wins: number; ties: number; failure?: string };
type EffectRun = Extract<MeasuredRun, { suite: "effect" }>;

/** So many tasks that the skill wins, and so many that pass with and without it. */
function tasksRun({ word, wins, ties, failure }: Planted, more: Partial<EffectRun> = {}): EffectRun {
  const none = { leftOut: null, invalid: 0, valid: 1 } as const;
  const figures: EffectFigures = {
    dialect: "standard",
    tasks: Array.from({ length: wins + ties }, (_, index) => ({
      id: `t${index}`,
      arms: [
        { ...none, arm: "without", passed: index < wins ? 0 : 1 },
        { ...none, arm: "found", passed: 1 },
        { ...none, arm: "given", passed: 1 },
      ],
      direction: index < wins ? "win" : "tie",
      effects: null,
    })),
    arms: [],
    overall: { worth: 0.5, finding: 0, total: 0.5 },
    parts: {
      worth: { up: 0, down: 0, p: 1 },
      finding: { up: 0, down: 0, p: 1 },
      total: { up: 0, down: 0, p: 1 },
    },
    unmeasured: [],
    counts: { wins, ties, losses: 0 },
    p: even,
    netWin: null,
    verdict: { word, reasons: [] },
    agreement: null,
    power: null,
    golden: { passed: [], failed: [], unmeasured: [] },
    graders: [],
    approved: null,
    judged: null,
    leftOut: [],
    invalid: [],
  };
  return {
    suite: "effect",
    figures,
    ref: ref("Sonnet 6", 2),
    failure: failure ?? null,
    isLive: true,
    ...more,
  };
}

describe("the tasks of a skill", () => {
  it("are told with both shares over tasks, and held against the earlier run", () => {
    const before = tasksRun({ word: "not-shown", wins: 0, ties: 8 }, { ref: ref("Sonnet 5", 1) });
    const { part } = judgeTasks(tasksRun({ word: "improved", wins: 8, ties: 0 }), before);
    expect(part).toMatchObject({
      word: "better",
      now: { run: { number: 2 }, found: { count: 8, of: 8 }, without: { count: 0, of: 8 } },
      before: { run: { model: "Sonnet 5" }, without: { count: 8, of: 8 } },
    });
  });

  it("are not held against a run in another host", () => {
    const before = tasksRun({ word: "not-shown", wins: 0, ties: 8 });
    const elsewhere = { ...before, figures: { ...before.figures, dialect: "adk" } };
    const { part } = judgeTasks(tasksRun({ word: "improved", wins: 8, ties: 0 }), elsewhere);
    expect(part).toMatchObject({ word: "needed", before: null });
  });

  it.each(["scripted", "pending"] as const)("count for nothing where the verdict is %s", (word) => {
    const { part, more } = judgeTasks(tasksRun({ word, wins: 0, ties: 20 }), null);
    expect(part).toMatchObject({ word: "not-measured", text: "No model answered." });
    expect(more).toBeNull();
  });

  it("count for nothing where no live model answered, and are no earlier run either", () => {
    const scripted = tasksRun({ word: "not-shown", wins: 0, ties: 20 }, { isLive: false });
    expect(judgeTasks(scripted, null).part.word).toBe("not-measured");
    expect(judgeTasks(tasksRun({ word: "improved", wins: 8, ties: 0 }), scripted).part.word).toBe("needed");
  });

  it("say how many more it takes, and why the run ended early", () => {
    const stopped = tasksRun({ word: "not-shown", wins: 0, ties: 5, failure: "The cap." });
    const { part, more } = judgeTasks(stopped, null);
    expect(more).toEqual({ tasks: 9, towards: "unnecessary" });
    expect(part.text).toMatch(/9 tasks more .*The run ended early: The cap\.$/);
  });

  it("do not spare a skill by which alone a golden task passes", () => {
    const run = tasksRun({ word: "not-shown", wins: 1, ties: 40 });
    const golden = { passed: ["t0"], failed: [], unmeasured: [] };
    expect(judgeTasks(run, null).part.word).toBe("unnecessary");
    const { part } = judgeTasks({ ...run, figures: { ...run.figures, golden } }, null);
    expect(part).toMatchObject({ word: "undecided" });
    expect(part.text).toContain("a golden task passes only with it");
  });
});

type TriggerRun = Extract<MeasuredRun, { suite: "trigger" }>;

const aCase = (index: number, isRight: boolean): JudgedCase => ({
  id: `c${index}`,
  expected: { kind: "skill", name: "ink-rules" },
  outcome: isRight ? "right" : "missed",
  by: null,
  right: isRight ? 1 : 0,
  counted: 1,
  invalid: 0,
  activated: [],
  alsoActivated: [],
});

const messagesRun = (right: number, more: Partial<TriggerRun> = {}): TriggerRun => ({
  suite: "trigger",
  skill: "ink-rules",
  ref: ref("Sonnet 6", 3),
  failure: null,
  isLive: true,
  judged: { word: "judged", cases: Array.from({ length: 10 }, (_, index) => aCase(index, index < right)) },
  figures: {
    dialect: "standard",
    measured: 10,
    recall: { count: right, of: 10, share: right / 10, low: 0, high: 1 },
    precision: null,
    accuracy: null,
    f1: null,
    outcomes: { right, missed: 10 - right, stolen: 0, fired: 0, invalid: 0 },
    invalid: [],
    nothingFired: false,
    verdict: { word: "no-baseline" },
    confusion: { names: [], cells: [] },
  },
  ...more,
});

describe("the messages of a skill", () => {
  it("are held against the earlier run, with the recall of both", () => {
    const part = judgeFinding(messagesRun(3), messagesRun(10, { ref: ref("Sonnet 5", 1) }));
    expect(part).toMatchObject({
      word: "found-less",
      now: { run: { number: 3 }, recall: { count: 3, of: 10 } },
      before: { run: { number: 1 }, recall: { count: 10 } },
    });
  });

  it("are not held against what a script answered", () => {
    const part = judgeFinding(messagesRun(3), messagesRun(10, { isLive: false }));
    expect(part).toMatchObject({ word: "undecided" });
    expect(part.text).toContain("No run of an earlier model");
  });

  it("are none where tasks were tried", () => {
    expect(judgeFinding(tasksRun({ word: "improved", wins: 8, ties: 0 }), null)).toMatchObject({
      word: "not-measured",
      now: null,
    });
  });

  it("say that their run ended early", () => {
    expect(judgeFinding(messagesRun(3, { failure: "Ines stopped it." }), null).text).toContain(
      "The run ended early: Ines stopped it.",
    );
  });
});
