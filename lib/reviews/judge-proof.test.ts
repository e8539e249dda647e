import { describe, expect, it } from "vitest";
import type { OwnProof } from "@/lib/proof/bytes-proof-schema";
import {
  asks,
  effect,
  facts,
  first,
  type Host,
  host,
  rules,
  share,
  type Tasks,
  tasks,
  triggers,
} from "@/lib/testing/proof-facts";
import { judgeProof } from "./judge-proof";
import { asksForProof, noProof } from "./policy-options";

const forTriggers = asks({ triggers: { recall: 0.6, precision: null } });

it("has no rule where nothing is asked, and is not met where nobody looked", () => {
  expect(asksForProof(noProof)).toBe(false);
  expect(judgeProof(noProof, null)).toEqual([]);
  const all = asks({ triggers: { recall: null, precision: null }, effect: true, neighbours: true });
  expect(judgeProof(all, null).map(({ rule, met }) => [rule, met])).toEqual([
    ["triggers", false],
    ["effect", false],
    ["neighbours", false],
  ]);
});

describe("the trigger suite", () => {
  it("passes with the whole interval above the floor", () => {
    expect(first(forTriggers, facts({ triggers: [triggers()] }))).toEqual({
      rule: "triggers",
      title: "Trigger suite passes: recall from 0.60",
      met: true,
      count: "recall from 0.62",
      message: "",
    });
    const higher = asks({ triggers: { recall: 0.65, precision: 0.7 } });
    const rule = first(higher, facts({ triggers: [triggers()] }));
    expect(rule).toMatchObject({ met: false, count: "not passed" });
    expect(rule?.message).toContain("recall begins at 0.62");
    expect(rule?.message).toContain("precision begins at 0.69");
  });

  it("is everything that was measured: one host or agent below is not picked out", () => {
    const below = host({ name: "Codex", recall: share(9, 16, 0.33) });
    const both = facts({ triggers: [triggers(), triggers({ hosts: [host(), below] })] });
    expect(first(forTriggers, both)?.message).toMatch(/^Codex with Sonnet as On-call: .*0\.33/);
  });

  it.each([
    ["scripted", "no model answered"],
    ["invalid", "the measurement is invalid"],
    ["too-few", "too few cases to judge"],
  ] as const)("never passes when it is %s", (word, why) => {
    const rule = first(forTriggers, facts({ triggers: [triggers({ hosts: [host({ word })] })] }));
    expect(rule).toMatchObject({ met: false, count: "no verdict" });
    expect(rule?.message).toContain(why);
  });

  it("never passes on a scripted model, on nothing, or on a run that did not come to its end", () => {
    const none = first(forTriggers, facts());
    expect(none).toMatchObject({ met: false, count: "not run" });
    expect(none?.message).toBe("Not run on these bytes with a live model.");
    const scripted = facts({ triggers: [triggers({ model: rules })] });
    expect(first(forTriggers, scripted)?.message).toContain("Only scripted models answered");
    const others: OwnProof["others"] = [
      { number: 5, suite: "trigger", state: "stopped", failure: null },
      { number: 6, suite: "trigger", state: "running", failure: null },
      { number: 7, suite: "effect", state: "failed", failure: null },
    ];
    expect(first(forTriggers, facts({ others }))?.message).toBe(
      "Not run on these bytes with a live model. Run 5 was stopped. Run 6 goes on.",
    );
    expect(first(forTriggers, facts({ triggers: [triggers({ hosts: [] })] }))?.met).toBe(false);
  });

  it("says that the bytes have no cases", () => {
    const rule = first(forTriggers, facts({ has: { trigger: false, effect: true } }));
    expect(rule).toMatchObject({ met: false, count: "no cases" });
  });

  it("has to be fresh, and of the model that was chosen", () => {
    const old = facts({ triggers: [triggers({ at: "2026-11-11T11:59:59.000Z" })] });
    expect(first(forTriggers, old)?.met).toBe(true);
    expect(first({ ...forTriggers, maxAgeDays: 15 }, old)).toMatchObject({
      met: false,
      message: "The newest run is older than 15 days.",
    });
    expect(first({ ...forTriggers, maxAgeDays: 16 }, old)?.met).toBe(true);
    const other = { ...forTriggers, model: "m-2" };
    expect(first(other, facts({ triggers: [triggers()], modelName: "Opus" }))?.message).toBe(
      "Not run on these bytes with Opus. It was run with other models than the policy asks for.",
    );
    expect(first(other, facts({ triggers: [triggers()] }))?.message).toContain("which is gone");
    expect(first({ ...forTriggers, model: "m-1" }, facts({ triggers: [triggers()] }))?.met).toBe(true);
  });

  it("does not pass when it is worse than what is published", () => {
    const against: Host["against"] = {
      outcome: "worse",
      gained: [],
      lost: ["a", "b", "c", "d", "e"],
      p: 0.03,
      number: 9,
      version: 6,
      recall: null,
      precision: null,
    };
    const rule = first(forTriggers, facts({ triggers: [triggers({ hosts: [host({ against })] })] }));
    expect(rule?.message).toContain("worse than approved, 5 cases lost");
  });
});

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

it("never passes with runs that are too many to be read", () => {
  const counted = (trigger: number, of: number) => ({ all: 60, deleted: 0, unread: { trigger, effect: of } });
  const some = facts({ triggers: [triggers()], effects: [effect()], counted: counted(3, 0) });
  expect(first(forTriggers, some)).toMatchObject({ met: false, count: "too many runs" });
  expect(first(forTriggers, some)?.message).toContain("3 older runs");
  expect(first(asks({ effect: true }), some)?.met).toBe(true);
  const tasksOver = facts({ triggers: [triggers()], effects: [effect()], counted: counted(0, 1) });
  expect(first(asks({ effect: true }), tasksOver)).toMatchObject({ met: false, count: "too many runs" });
  expect(first(forTriggers, tasksOver)?.met).toBe(true);
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
        "Version 6 was tried beside these bytes in run 16, and nothing of it could be measured: run the tasks with the published version as an arm again.",
    });
    const both = facts({ published: 6, effects: [empty, beside()] });
    expect(first(policy, both)?.met).toBe(true);
  });

  it("are worse before anything is said of what is beside them", () => {
    const worse = effect({ hosts: [tasks({ word: "worse" })] });
    expect(first(policy, facts({ published: 6, effects: [worse] }))?.count).toBe("worse");
  });
});
