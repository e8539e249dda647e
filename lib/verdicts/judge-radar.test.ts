import { describe, expect, it } from "vitest";
import type { Direction } from "@/lib/statistics/majority";
import {
  type CasesOnModel,
  decideRadarWord,
  judgeFindingOnModel,
  judgeTasksOnModel,
  radarWords,
  type TasksOnModel,
} from "./judge-radar";
import type { JudgedCase } from "./judge-suite";
import { sayFindingOnModel, sayTasksOnModel } from "./say-radar";

type Fall = { win?: number; tie?: number; loss?: number; tieFails?: number; golden?: boolean };

/** Tasks that fall so; ties pass with and without the skill, `tieFails` fail both times. */
function tasksOf(
  verdict: TasksOnModel["verdict"],
  { win = 0, tie = 0, loss = 0, tieFails = 0, golden }: Fall,
) {
  const directions: [Direction, boolean][] = [
    ...Array.from({ length: win }, (): [Direction, boolean] => ["win", false]),
    ...Array.from({ length: tie }, (): [Direction, boolean] => ["tie", true]),
    ...Array.from({ length: tieFails }, (): [Direction, boolean] => ["tie", false]),
    ...Array.from({ length: loss }, (): [Direction, boolean] => ["loss", true]),
  ];
  return {
    verdict,
    counts: { wins: win, ties: tie + tieFails, losses: loss },
    tasks: directions.map(([direction, passed], at) => ({
      id: `t${at}`,
      direction,
      golden: golden === true && direction === "win",
      without: { passed: passed ? 3 : 0, valid: 3 },
    })),
  } satisfies TasksOnModel;
}

const said = (now: TasksOnModel, before: TasksOnModel | null = null) => {
  const judged = judgeTasksOnModel(now, before);
  return { ...judged, text: sayTasksOnModel(judged, now.counts) };
};

describe("what tasks say of a skill with a new model", () => {
  it("is unnecessary when hardly any task is won by it and most pass without it", () => {
    const judged = said(tasksOf("not-shown", { tie: 14 }));
    expect(judged).toMatchObject({ word: "unnecessary", why: "spared", passedWithout: 14, more: null });
    expect(judged.text).toBe(
      "14 of 14 pass without it, 0 won by it. That it wins 20 % of tasks or more is ruled out (exact p = 0.044), and more than half pass without it (exact p < 0.0001).",
    );
  });

  it("is not unnecessary by a difference that is merely not shown: so many tasks more would say it", () => {
    const judged = said(tasksOf("not-shown", { tie: 13 }));
    expect(judged).toMatchObject({ word: "undecided", more: { tasks: 1, towards: "unnecessary" } });
    expect(judged.text).toContain("Too few tasks to say: 1 task more that pass without it");
  });

  it("is not unnecessary where the tasks fail either way", () => {
    const judged = said(tasksOf("not-shown", { tieFails: 20 }));
    expect(judged).toMatchObject({ word: "undecided", why: "fails-without", more: null });
    expect(judged.text).toContain("they are not solved without it");
  });

  it("is not unnecessary where a golden task passes by it alone", () => {
    const judged = said(tasksOf("not-shown", { win: 1, tie: 30, golden: true }));
    expect(judged).toMatchObject({ word: "undecided", why: "golden-needs-it" });
    expect(judged.text).toContain("a golden task passes only with it");
  });

  it("is too little tried where it wins and so many tasks more would show it", () => {
    const judged = said(tasksOf("not-shown", { win: 3, tie: 1 }));
    expect(judged).toMatchObject({ word: "undecided", why: "too-few-tasks", more: { towards: "needed" } });
    expect(judged.text).toContain("with a chance of 80 %");
  });

  it("says where more tasks of the kind would hardly decide", () => {
    const judged = said(tasksOf("not-shown", { win: 8, tie: 20, loss: 8 }));
    expect(judged).toMatchObject({ word: "undecided", more: null });
    expect(judged.text).toContain("hardly decide");
  });

  it.each([
    ["harmful", "worse", "worse"],
    ["needed", "improved", "improved"],
    ["not-measured", "invalid-measurement", "invalid-measurement"],
  ] as const)("is %s by the verdict %s", (word, verdict, why) => {
    const judged = said(tasksOf(verdict, { win: 6, tie: 2 }));
    expect(judged).toMatchObject({ word, why, change: null });
    expect(judged.text.length).toBeGreaterThan(20);
  });

  it("is better when it wins credibly more tasks than with the earlier model, and needed when not", () => {
    const now = tasksOf("improved", { win: 8, tie: 2 });
    const better = said(now, tasksOf("not-shown", { win: 2, tieFails: 8 }));
    expect(better).toMatchObject({ word: "better", why: "improved-more" });
    expect(better.change).toMatchObject({ outcome: "better", lost: [] });
    expect(better.text).toContain("6 more are won by it and 0 no longer, exact p = 0.016");
    expect(said(now, tasksOf("improved", { win: 7, tie: 3 })).word).toBe("needed");
  });

  it("counts a task that was not measured on one side in no comparison", () => {
    const before = tasksOf("improved", { win: 8 });
    const unmeasured = { ...before, tasks: before.tasks.map((task) => ({ ...task, direction: null })) };
    const judged = said(tasksOf("improved", { win: 8 }), unmeasured);
    expect(judged.change?.unmeasured).toHaveLength(8);
    expect(judged.word).toBe("needed");
  });

  it("has nothing to say without tasks", () => {
    expect(said(tasksOf("not-shown", {}))).toMatchObject({ word: "undecided" });
  });
});

const aCase = (at: number, isRight: boolean, own = true): JudgedCase => ({
  id: `c${at}`,
  expected: own ? { kind: "skill", name: "pdf" } : { kind: "not-this" },
  outcome: isRight ? "right" : "missed",
  by: null,
  right: isRight ? 3 : 0,
  counted: 3,
  invalid: 0,
  activated: [],
  alsoActivated: [],
});
/** So many messages of ten ask for the skill and find it; two more must not. */
const found = (right: number, word: CasesOnModel["word"] = "judged"): CasesOnModel => ({
  word,
  cases: [
    ...Array.from({ length: 10 }, (_, at) => aCase(at, at < right)),
    aCase(20, false, false),
    aCase(21, true, false),
  ],
});

describe("whether a new model finds the skill", () => {
  it.each([
    [4, 10, "found-less"],
    [10, 4, "found-more"],
    [9, 10, "found-as-before"],
    [10, 10, "found-as-before"],
  ] as const)("%i of 10 after %i of 10 is %s", (now, before, word) => {
    const judged = judgeFindingOnModel("pdf", found(now), found(before));
    expect(judged).toMatchObject({ word, why: "compared", more: 0 });
    expect(sayFindingOnModel(judged)).toMatch(/Of the messages that ask for it \d find it now/);
  });

  it("looks at the messages that ask for it alone", () => {
    const judged = judgeFindingOnModel("pdf", found(4), found(10));
    expect(judged.change?.lost).toEqual(["c4", "c5", "c6", "c7", "c8", "c9"]);
  });

  it.each([
    ["scripted", "not-measured", "invalid-measurement"],
    ["invalid", "not-measured", "invalid-measurement"],
    ["too-few", "undecided", "too-few-cases"],
  ] as const)("says nothing of a run that is %s", (now, word, why) => {
    const judged = judgeFindingOnModel("pdf", found(10, now), found(10));
    expect(judged).toMatchObject({ word, why, change: null });
    expect(sayFindingOnModel(judged)).not.toBe("");
  });

  it("needs an earlier run that can be judged", () => {
    for (const before of [null, found(10, "scripted")]) {
      const judged = judgeFindingOnModel("pdf", found(10), before);
      expect(judged).toMatchObject({ word: "undecided", why: "no-earlier-run" });
      expect(sayFindingOnModel(judged)).toContain("No run of an earlier model");
    }
  });

  it("says how many messages it lacks", () => {
    const few = { word: "too-few" as const, cases: [aCase(1, true), { ...aCase(2, true), outcome: null }] };
    expect(judgeFindingOnModel("pdf", few, null).more).toBe(9);
  });
});

describe("the one word", () => {
  it.each([
    [["needed", "found-less"], "found-less"],
    [["unnecessary", "found-less"], "unnecessary"],
    [["harmful", "found-more"], "harmful"],
    [["undecided", "found-as-before"], "undecided"],
    [["not-measured", "found-as-before"], "found-as-before"],
    [["better", "found-more"], "better"],
    [[], "not-measured"],
  ] as const)("of %o is %s", (parts, word) => {
    expect(decideRadarWord(parts)).toBe(word);
    expect(radarWords).toContain(word);
  });
});
