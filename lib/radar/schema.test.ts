import { describe, expect, it } from "vitest";
import { radarLimits, radarRoles, radarStates, radarStepStates } from "./radar-options";
import {
  estimateRadarSchema,
  listRadarSchema,
  radarEstimateSchema,
  radarRunDetailSchema,
  radarRunListSchema,
  radarRunSchema,
  radarSkillListSchema,
  radarSkillSchema,
  startRadarSchema,
} from "./schema";

const id = "0199f7a2-0000-7000-8000-000000000001";
const at = "2026-11-26T08:00:00.000Z";

describe("a start", () => {
  it("needs the new model alone", () => {
    expect(startRadarSchema.parse({ model: "Sonnet 6" })).toEqual({ model: "Sonnet 6" });
    expect(estimateRadarSchema.parse({ model: "m", capUsd: null, repeats: 20 })).toMatchObject({
      capUsd: null,
    });
  });

  it.each([
    ["no model", {}],
    ["an empty one", { model: "" }],
    ["no skill of those asked for", { model: "m", skills: [] }],
    ["a skill twice", { model: "m", skills: ["a", "a"] }],
    [
      "too many skills",
      { model: "m", skills: Array.from({ length: radarLimits.skills + 1 }, (_, at) => `s${at}`) },
    ],
    ["no repeat", { model: "m", repeats: 0 }],
    ["half a repeat", { model: "m", repeats: 1.5 }],
    ["a budget of nothing", { model: "m", capUsd: 0 }],
    ["a budget below it", { model: "m", capUsd: -1 }],
    ["a budget beyond all measure", { model: "m", capUsd: 10_001 }],
    ["text that cannot be stored", { model: "\u0000" }],
  ])("with %s is refused", (_, input) => {
    expect(startRadarSchema.safeParse(input).success).toBe(false);
  });
});

describe("a list", () => {
  it("has 50 a page unless told otherwise, and 100 at most", () => {
    expect(listRadarSchema.parse({})).toEqual({ limit: 50 });
    expect(listRadarSchema.parse({ limit: "2", cursor: "c" })).toEqual({ limit: 2, cursor: "c" });
    expect(listRadarSchema.safeParse({ limit: 101 }).success).toBe(false);
  });
});

const run = {
  id,
  number: 1,
  state: "running",
  failure: null,
  model: { id, name: "Sonnet 6" },
  against: null,
  agent: null,
  repeats: 3,
  capUsd: 5,
  spentUsd: 0.5,
  progress: { total: 2, done: 1, running: 1, waiting: 0, skipped: 0, notReached: 0 },
  startedBy: { id, name: "Ines" },
  createdAt: at,
  endedAt: null,
};
const skill = {
  skill: "ink-rules",
  word: "undecided",
  tasks: {
    word: "undecided",
    text: "Too few tasks to say.",
    now: {
      run: { skill: "ink-rules", number: 4, model: "Sonnet 6", agentRevision: 2, at },
      found: { count: 4, of: 4, share: 1, low: 0.51, high: 1 },
      without: null,
      overall: null,
      counts: { wins: 0, ties: 4, losses: 0 },
    },
    before: null,
  },
  finding: null,
  more: { tasks: 10, towards: "unnecessary" },
  notMeasured: null,
  version: 1,
  agent: "ink-desk",
  tokens: { catalogue: 80, activation: null },
};

describe("what is told", () => {
  it("of a run, a skill, a page and an estimate is as it is documented", () => {
    expect(radarRunSchema.parse(run)).toEqual(run);
    expect(radarSkillSchema.parse(skill)).toEqual(skill);
    expect(radarRunListSchema.parse({ items: [run], nextCursor: null }).items).toHaveLength(1);
    const steps = [
      { skill: "ink-rules", suite: "effect", role: "new", state: "done", reason: null, run: 4 },
      { skill: "no-tasks", suite: null, role: "new", state: "skipped", reason: "It has none.", run: null },
    ];
    const detail = { ...run, skills: [skill], steps, winBack: { skills: 0, catalogue: 0, activation: 0 } };
    expect(radarRunDetailSchema.parse(detail)).toEqual(detail);
    const range = { low: 1, high: 2 };
    const estimate = {
      model: run.model,
      steps: [
        {
          skill: "a",
          suite: "trigger",
          role: "earlier",
          calls: range,
          usd: null,
          hasEarlier: false,
          problem: null,
        },
      ],
      skills: 1,
      calls: range,
      tokens: { input: 1, output: 1 },
      usd: null,
      minutes: range,
      problems: [],
    };
    expect(radarEstimateSchema.parse(estimate)).toEqual(estimate);
    expect(radarSkillListSchema.parse({ items: [{ skill: "a", suites: ["trigger"] }] }).items).toHaveLength(
      1,
    );
  });

  it("has a word for every state", () => {
    expect(radarStates).toEqual(["running", "done", "stopped"]);
    expect(radarStepStates).toEqual(["waiting", "running", "done", "skipped", "not-reached"]);
    expect(radarRoles).toEqual(["new", "earlier"]);
    expect(radarSkillSchema.safeParse({ ...skill, word: "fine" }).success).toBe(false);
  });
});
