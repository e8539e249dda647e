import { describe, expect, it } from "vitest";
import type { EffectProof, OwnProof } from "@/lib/proof/proven/bytes-proof-schema";
import { asks, effect, facts, first, rules, type Tasks, tasks } from "@/lib/testing/proof/proof-facts";

describe("the tasks", () => {
  const policy = asks({ effect: true });

  it("pass when nothing was shown, and do not when they are worse or a golden one failed", () => {
    expect(first(policy, facts({ effects: [effect()] }))).toMatchObject({ met: true, count: "1 run" });
    const worse = effect({ hosts: [tasks({ word: "worse" })] });
    expect(first(policy, facts({ effects: [worse] }))).toMatchObject({ met: false, count: "worse" });
    const golden = effect({ hosts: [tasks({ goldenFailed: ["Pages the owner"] })] });
    expect(first(policy, facts({ effects: [golden] }))?.message).toContain("Pages the owner");
  });

  it("are every run of these bytes: a good one does not make up for a bad one", () => {
    const worse = effect({ number: 15, hosts: [tasks({ word: "worse" })] });
    expect(first(policy, facts({ effects: [effect(), worse] }))?.met).toBe(false);
  });

  it("pass over what measured nothing where something did, but for a golden task that was seen to fail", () => {
    const invalid = effect({ number: 15, hosts: [tasks({ word: "invalid-measurement" })] });
    expect(first(policy, facts({ effects: [effect(), invalid] }))?.met).toBe(true);
    expect(first(policy, facts({ effects: [invalid] }))).toMatchObject({ met: false, count: "no verdict" });
    const golden = effect({ hosts: [tasks({ word: "invalid-measurement", goldenFailed: ["Pages"] })] });
    expect(first(policy, facts({ effects: [effect(), golden] }))?.count).toBe("golden failed");
  });

  it("never pass without one that was measured", () => {
    const empty = effect({ hosts: [tasks({ tasks: 0 })] });
    expect(first(policy, facts({ effects: [empty] }))?.met).toBe(false);
    expect(first(policy, facts({ effects: [effect({ model: rules })] }))?.met).toBe(false);
    expect(first(policy, facts({ has: { trigger: true, effect: false } }))?.count).toBe("no tasks");
  });

  it("do not pass when they lost to the published version", () => {
    const against = {
      version: 6,
      outcome: "worse" as const,
      compared: 16,
      gained: [],
      lost: ["t1", "t2"],
      p: 0.02,
    };
    const rule = first(policy, facts({ effects: [effect({ hosts: [tasks({ against })] })] }));
    expect(rule?.message).toContain("2 tasks lost");
  });
});

describe("tasks of a run that was broken off", () => {
  const policy = asks({ effect: true });
  const others: OwnProof["others"] = [{ number: 15, suite: "effect", state: "stopped", failure: null }];
  const broken = (over: Partial<Tasks>) => effect({ number: 15, isBrokenOff: true, hosts: [tasks(over)] });

  it("never pass by it, and say that it was stopped", () => {
    const rule = first(policy, facts({ effects: [broken({ word: "improved" })], others }));
    expect(rule).toMatchObject({ met: false, count: "not run" });
    expect(rule?.message).toBe("Not run on these bytes with a live model. Run 15 was stopped.");
  });

  it.each([
    ["worse", { word: "worse" as const }],
    ["golden failed", { goldenFailed: ["Pages"] }],
  ])("are held to what it saw, alone and beside a good one: %s", (count, over) => {
    expect(first(policy, facts({ effects: [broken(over)], others }))).toMatchObject({ met: false, count });
    expect(first(policy, facts({ effects: [effect(), broken(over)], others }))).toMatchObject({
      met: false,
      count,
    });
  });

  it("pass beside it where it saw nothing bad, and it is said", () => {
    const rule = first(policy, facts({ effects: [effect(), broken({})], others }));
    expect(rule).toMatchObject({ met: true, count: "1 run" });
    expect(rule?.message).toContain("Run 15, which was broken off, is counted");
  });
});

describe("the tasks where a version is published", () => {
  const policy = asks({ effect: true });
  const against = {
    version: 6,
    outcome: "no difference shown" as const,
    compared: 16,
    gained: [],
    lost: [],
    p: 1,
  };
  const beside = (over: Partial<Tasks> = {}) => effect({ hosts: [tasks({ against, ...over })] });
  const none =
    "No run of these bytes has version 6 beside it: run the tasks with the published version as an arm.";

  it("have it beside them in one run at least", () => {
    const alone = facts({ published: 6, effects: [effect()] });
    expect(first(policy, alone)).toMatchObject({ met: false, count: "nothing beside", message: none });
    const both = facts({ published: 6, effects: [effect(), beside()] });
    expect(first(policy, both)).toMatchObject({ met: true, count: "2 runs" });
  });

  it.each([
    ["an older version", beside({ against: { ...against, version: 5 } })],
    ["a run that measured nothing", beside({ word: "invalid-measurement" })],
    ["a scripted model", { ...beside(), model: rules }],
  ])("are not held against it by %s", (_, one) => {
    expect(first(policy, facts({ published: 6, effects: [effect(), one] }))?.message).toBe(none);
  });

  it("are not held against it by a run in which nothing of it was measured, and which it was is said", () => {
    const empty = beside({ against: { ...against, compared: 0 } });
    expect(first(policy, facts({ published: 6, effects: [empty] }))).toMatchObject({
      met: false,
      count: "nothing beside",
      message:
        "Version 6 was tried beside these bytes in run 16, and no task was decided in both: run the tasks with the published version as an arm again, and give those that only a judge decides another grader.",
    });
    const both = facts({ published: 6, effects: [empty, beside()] });
    expect(first(policy, both)?.met).toBe(true);
  });

  it("are worse before anything is said of what is beside them", () => {
    const worse = effect({ hosts: [tasks({ word: "worse" })] });
    expect(first(policy, facts({ published: 6, effects: [worse] }))?.count).toBe("worse");
  });
});

describe("a judge that decided tasks", () => {
  const judge: NonNullable<EffectProof["judge"]> = {
    name: "Large",
    judged: 4,
    labels: 34,
    needed: 30,
    isCalibrated: true,
    kappa: 0.61,
    text: "judged by Large, kappa 0.61 (34 labels, base rate 58 %)",
  };
  const rule = (kappa: number | null, over: Partial<typeof judge> | null) =>
    first(
      asks({ effect: true, kappa }),
      facts({ effects: [effect({ judge: over && { ...judge, ...over } })] }),
    );

  it.each([
    ["is not asked for", null, { kappa: 0.1, isCalibrated: false, labels: 2 }],
    ["is reached", 0.6, {}],
    ["is asked for where nobody judged", 0.6, null],
    ["is asked for where the judge decided nothing", 0.6, { judged: 0, kappa: 0.1 }],
  ] as const)("meets a least kappa that %s", (_, kappa, over) => {
    expect(rule(kappa, over)).toMatchObject({ met: true });
  });

  it("does not where people see it otherwise, or too few were asked", () => {
    expect(rule(0.6, { kappa: 0.42 })).toMatchObject({
      met: false,
      count: "judge not calibrated",
      message:
        "Large, which compared answers in run 16, agrees with people by a kappa of 0.42; at least 0.60 is asked for.",
    });
    expect(rule(0.6, { isCalibrated: false, labels: 12, kappa: 0.9 })).toMatchObject({
      met: false,
      message: "Large, which compared answers in run 16, has 12 of 30 labels: label more.",
    });
    expect(rule(0.6, { kappa: null })?.met).toBe(false);
  });
});
