import { describe, expect, it } from "vitest";
import type { EffectProof, NeighbourProof, OwnProof, TriggerProof } from "@/lib/proof/bytes-proof-schema";
import { judgeProof, type ProofFacts } from "./judge-proof";
import { asksForProof, noProof, type ProofPolicy } from "./policy-options";

const now = new Date("2026-11-26T12:00:00.000Z");
const live = { id: "m-1", name: "Sonnet", kind: "live" as const };
const rules = { id: "rehearsal", name: "Rehearsal", kind: "rules" as const };
const agent = { slug: "on-call", name: "On-call" };
const share = (count: number, of: number, low: number) => ({ count, of, share: count / of, low, high: 1 });

type Host = TriggerProof["hosts"][number];
const host = (over: Partial<Host> = {}): Host => ({
  dialect: "standard",
  name: "Standard",
  word: "judged",
  measured: 15,
  recall: share(13, 15, 0.62),
  precision: share(13, 14, 0.69),
  against: null,
  ...over,
});
const triggers = (over: Partial<TriggerProof> = {}): TriggerProof => ({
  agent,
  model: live,
  runs: [14],
  at: "2026-11-26T11:00:00.000Z",
  hosts: [host()],
  ...over,
});
type Tasks = EffectProof["hosts"][number];
const tasks = (over: Partial<Tasks> = {}): Tasks => ({
  dialect: "standard",
  name: "Standard",
  word: "not-shown",
  reasons: [],
  wins: 4,
  losses: 1,
  tasks: 16,
  p: 0.19,
  total: 0.1,
  goldenFailed: [],
  against: null,
  ...over,
});
const effect = (over: Partial<EffectProof> = {}): EffectProof => ({
  number: 16,
  agent,
  model: live,
  at: "2026-11-26T11:00:00.000Z",
  hosts: [tasks()],
  ...over,
});
type Pair = NeighbourProof["pairs"][number];
const pair = (over: Partial<Pair> = {}): Pair => ({
  agent,
  model: live,
  run: 3,
  before: 2,
  at: "2026-11-26T11:00:00.000Z",
  hosts: [
    {
      dialect: "standard",
      name: "Standard",
      word: "judged",
      wordBefore: "judged",
      compared: 12,
      rightBefore: 11,
      rightNow: 11,
      now: share(11, 12, 0.6),
      gained: 0,
    },
  ],
  lost: [],
  ...over,
});
const lostCase = {
  case: "c1",
  query: "First public line",
  dialect: "standard",
  before: "right" as const,
  now: "stolen" as const,
  by: "incident-triage",
};
const neighbour = (over: Partial<NeighbourProof> = {}): NeighbourProof => ({
  skillId: "0190a000-0000-7000-8000-000000000001",
  skill: "status-update",
  version: 4,
  digest: "a".repeat(64),
  agents: [agent],
  maintainers: [],
  toldAt: null,
  pairs: [pair()],
  goingOn: 0,
  ...over,
});
type Given = Partial<OwnProof> & Partial<Pick<ProofFacts, "neighbours" | "modelName" | "published">>;
const facts = ({ neighbours = [], modelName = null, published = null, ...own }: Given = {}): ProofFacts => ({
  own: {
    has: { trigger: true, effect: true },
    triggers: [],
    effects: [],
    others: [],
    counted: { all: 1, deleted: 0 },
    ...own,
  },
  neighbours,
  now,
  modelName,
  published,
});

const asks = (over: Partial<ProofPolicy>): ProofPolicy => ({ ...noProof, ...over });
const forTriggers = asks({ triggers: { recall: 0.6, precision: null } });
const first = (policy: ProofPolicy, given: ProofFacts | null) => judgeProof(policy, given)[0];

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
    const against = { version: 6, outcome: "worse" as const, gained: [], lost: ["t1", "t2"], p: 0.02 };
    const rule = first(policy, facts({ effects: [effect({ hosts: [tasks({ against })] })] }));
    expect(rule?.message).toContain("2 tasks lost");
  });
});

describe("the tasks where a version is published", () => {
  const policy = asks({ effect: true });
  const against = { version: 6, outcome: "no difference shown" as const, gained: [], lost: [], p: 1 };
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

  it("are worse before anything is said of what is beside them", () => {
    const worse = effect({ hosts: [tasks({ word: "worse" })] });
    expect(first(policy, facts({ published: 6, effects: [worse] }))?.count).toBe("worse");
  });
});

describe("the neighbours", () => {
  const policy = asks({ neighbours: true });

  it("are met where none has cases, and where none lost one", () => {
    expect(first(policy, facts())).toMatchObject({ met: true, count: "none has cases" });
    expect(first(policy, facts({ neighbours: [neighbour()] }))).toMatchObject({ met: true, count: "0 of 1" });
  });

  it("name every case that is lost, and to whom", () => {
    const losing = neighbour({ pairs: [pair({ lost: [lostCase] })] });
    const rule = first(policy, facts({ neighbours: [losing, neighbour()] }));
    expect(rule).toMatchObject({ met: false, count: "1 of 2 lost" });
    expect(rule?.message).toBe("status-update loses “First public line” to incident-triage.");
    const many = pair({ lost: Array.from({ length: 7 }, () => ({ ...lostCase, by: null })) });
    expect(first(policy, facts({ neighbours: [neighbour({ pairs: [many] })] }))?.message).toMatch(
      / 2 more\.$/,
    );
  });

  it.each([
    ["without a run", []],
    ["without a run before it", [pair({ before: null })]],
    ["with a scripted model", [pair({ model: rules })]],
    ["with nothing compared", [pair({ hosts: pair().hosts.map((one) => ({ ...one, compared: 0 })) })]],
    [
      "with a broken measurement",
      [pair({ hosts: pair().hosts.map((one) => ({ ...one, word: "invalid" as const })) })],
    ],
    [
      "with a broken measurement before it",
      [pair({ hosts: pair().hosts.map((one) => ({ ...one, wordBefore: "invalid" as const })) })],
    ],
    ["without a host", [pair({ hosts: [] })]],
  ] as const)("are not met %s", (_, pairs) => {
    const rule = first(policy, facts({ neighbours: [neighbour({ pairs: [...pairs] })] }));
    expect(rule).toMatchObject({ met: false, count: "1 not run" });
    expect(rule?.message).toContain("with a live model: status-update with On-call.");
  });

  it("are run with every agent that offers them: one does not speak for another", () => {
    const desk = { slug: "desk", name: "Desk" };
    const agents = [agent, desk, { slug: "night", name: "Night" }];
    const one = neighbour({ agents, pairs: [pair(), pair({ agent: desk, before: null })] });
    expect(first(policy, facts({ neighbours: [one] }))).toMatchObject({
      met: false,
      count: "1 not run",
      message: "Not run beside these bytes with a live model: status-update with Desk, Night.",
    });
    const all = neighbour({ agents, pairs: agents.map((of) => pair({ agent: of })) });
    expect(first(policy, facts({ neighbours: [all] }))?.met).toBe(true);
    expect(first(policy, facts({ neighbours: [neighbour({ agents: [] })] }))?.met).toBe(false);
  });

  it("lose what a sound host lost, whatever another host of the same run came to", () => {
    const [sound] = pair().hosts;
    if (!sound) throw new Error("A pair has a host.");
    const codex = { ...sound, dialect: "codex", word: "invalid" as const };
    const mixed = pair({
      run: 4,
      hosts: [sound, codex],
      lost: [lostCase, { ...lostCase, dialect: "codex" }],
    });
    const rule = first(policy, facts({ neighbours: [neighbour({ pairs: [pair(), mixed] })] }));
    expect(rule).toMatchObject({
      met: false,
      count: "1 of 1 lost",
      message: "status-update loses “First public line” to incident-triage.",
    });
  });
});
