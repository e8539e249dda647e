import { describe, expect, it } from "vitest";
import type { VerdictReason } from "@/lib/statistics/decide-verdict";
import { sayP, sayVerdictReason } from "./say-verdict-reason";

describe("a reason of a verdict", () => {
  const sentences: [VerdictReason, string][] = [
    [{ reason: "golden-failed", tasks: ["a"] }, "1 golden task failed with the skill."],
    [{ reason: "golden-unmeasured", tasks: ["a", "b"] }, "2 golden tasks could not be measured."],
    [{ reason: "no-tasks" }, "There are no tasks."],
    [
      { reason: "too-much-invalid", invalid: ["a", "b", "c"], share: 0.3, limit: 0.2 },
      "3 tasks could not be measured, 30 % of all; up to 20 % may be.",
    ],
    [
      { reason: "credible-win", wins: 9, losses: 1, p: 0.010_742 },
      "9 tasks won and 1 lost by the skill: exact p = 0.011.",
    ],
    [
      { reason: "credible-loss", wins: 1, losses: 20, p: 0.000_02 },
      "1 task won and 20 lost by the skill: exact p < 0.0001.",
    ],
    [
      { reason: "too-few-decided", decided: 1, needed: 5 },
      "Only 1 task came to something else with the skill; 5 are needed.",
    ],
    [
      { reason: "too-few-decided", decided: 0, needed: 5 },
      "No task came to something else with the skill; 5 are needed.",
    ],
    [{ reason: "may-be-chance", p: 0.5, limit: 0.05 }, "Exact p = 0.5, above 0.05: it may be chance."],
    [
      { reason: "net-win-too-small", netWin: 0.1, needed: 0.2 },
      "Wins less losses are 10 % of all tasks; 20 % are needed.",
    ],
  ];

  it.each(sentences)("is said in a sentence: %o", (reason, text) => {
    expect(sayVerdictReason(reason)).toMatchObject({ reason: reason.reason, text });
  });

  it("names the tasks that it is about, and none where it is about all", () => {
    expect(sayVerdictReason({ reason: "golden-failed", tasks: ["a", "b"] }).tasks).toEqual(["a", "b"]);
    expect(
      sayVerdictReason({ reason: "too-much-invalid", invalid: ["c"], share: 0.5, limit: 0.2 }).tasks,
    ).toEqual(["c"]);
    expect(sayVerdictReason({ reason: "credible-win", wins: 5, losses: 0, p: 0.03 }).tasks).toEqual([]);
  });

  it("hands on a copy: who changes it changes no verdict", () => {
    const tasks = ["a"];
    sayVerdictReason({ reason: "golden-failed", tasks }).tasks.push("b");
    expect(tasks).toEqual(["a"]);
  });
});

describe("a p-value", () => {
  it("has two digits that count, and an end", () => {
    expect([0.031_25, 0.000_1, 1, 0.000_099].map(sayP)).toEqual([
      "p = 0.031",
      "p = 0.0001",
      "p = 1",
      "p < 0.0001",
    ]);
  });
});
