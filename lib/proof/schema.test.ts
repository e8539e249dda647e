import { describe, expect, it } from "vitest";
import { isGoingOn, skillChanges, suiteRunStates, trialStates } from "./proof-options";
import { figuresSchema } from "./reports/figures-schema";
import {
  estimateSchema,
  estimateSuiteRunSchema,
  listSuiteRunsSchema,
  settle,
  startSuiteRunSchema,
  suiteRunDetailSchema,
  suiteRunListSchema,
  suiteRunSchema,
} from "./schema";
import { expectedSchema, triedCaseSchema } from "./suites/case-schema";
import { getSuiteSchema, saveSuiteSchema, triggerSuiteSchema } from "./suites/suite-schema";
import {
  caseListSchema,
  caseResultSchema,
  listCasesSchema,
  listTrialsSchema,
  trialDetailSchema,
  trialListSchema,
  trialSchema,
} from "./trials/trial-schema";

const id = "0199f7a2-0000-7000-8000-000000000001";
const at = "2026-11-23T08:00:00.000Z";

describe("a start", () => {
  it("needs nothing but a skill: its draft, three repeats, the agent's own dialect and model", () => {
    expect(settle(startSuiteRunSchema.parse({}))).toEqual({
      suite: "trigger",
      source: { follows: "draft" },
      repeats: 3,
      wholeMatrix: false,
      capUsd: null,
      approved: false,
      anew: false,
      leaveOut: [],
    });
  });

  it("keeps what was left out apart from what was asked for: a repeated run has its own", () => {
    expect(startSuiteRunSchema.parse({ repeatOf: 1 })).toEqual({ repeatOf: 1 });
    expect(settle(startSuiteRunSchema.parse({ repeats: 20, capUsd: 1 }))).toMatchObject({
      repeats: 20,
      capUsd: 1,
    });
  });

  it.each([
    [{ repeats: 0 }, "repeats"],
    [{ repeats: 21 }, "repeats"],
    [{ dialects: [] }, "at least one dialect"],
    [{ dialects: ["agno", "agno"] }, "A dialect appears twice"],
    [{ source: { follows: "version" } }, "Say which version it is"],
    [{ capUsd: 0 }, "capUsd"],
    [{ suite: "neither" }, "suite"],
    [{ leaveOut: ["a.md", "a.md"] }, "A file appears twice"],
    [{ repeatOf: 0 }, "repeatOf"],
  ])("refuses %j", (input, said) => {
    expect(JSON.stringify(estimateSuiteRunSchema.safeParse(input).error?.issues)).toContain(said);
  });
});

const tokens = { input: 10, output: 2, cached: 0 };
const run = {
  id,
  number: 3,
  skill: "pdf-tools",
  suite: "trigger",
  state: suiteRunStates[1],
  failure: null,
  source: { follows: "draft", version: null, revision: 4 },
  beside: null,
  digest: "a".repeat(64),
  suiteDigest: "b".repeat(64),
  runsOfDigest: 1,
  agent: { slug: "desk", name: "Desk", revision: 2 },
  model: { id: "rehearsal", name: "Rehearsal", kind: "rules", asks: null },
  scripted: true,
  asksLive: false,
  dialects: [{ id: "standard", name: "Standard", mode: "inline" }],
  cases: 1,
  arms: [],
  approvedVersion: null,
  shouldFind: 1,
  shouldNot: 0,
  repeats: 3,
  wholeMatrix: false,
  capUsd: null,
  repeatOf: null,
  judge: null,
  progress: { total: 3, queued: 1, running: 1, done: 1, invalid: 0 },
  calls: { asked: 1, kept: 0 },
  keptFrom: [],
  tokens,
  costUsd: null,
  scores: [],
  effects: [],
  startedBy: { id, name: "Ines" },
  createdAt: at,
  endedAt: null,
};
const tried = { id: "abc", number: 1, query: "Merge these", expected: { kind: "not-this" }, note: null };
const short = {
  id,
  repeat: 1,
  state: trialStates[2],
  outcome: "right",
  invalid: null,
  activated: ["pdf-tools"],
  keptFrom: { skill: "pdf-tools", number: 2 },
};
const trial = {
  ...short,
  dialect: "standard",
  arm: "found",
  leftOut: null,
  grades: [],
  case: "abc",
  by: null,
  activatedBy: "model",
  calls: { asked: 1, kept: 0 },
  tokens,
  costUsd: 0.01,
  durationMs: 12,
  endedAt: at,
};

describe("what is answered", () => {
  it("is a run with its progress, in a list and by itself", () => {
    expect(suiteRunListSchema.parse({ items: [run], nextCursor: null }).items).toHaveLength(1);
    const more = {
      selfCheck: null,
      answeredAs: [],
      withheld: [],
      offered: [],
      changes: [],
      figures: [],
      effectFigures: [],
      aa: null,
    };
    expect(suiteRunDetailSchema.parse({ ...run, ...more }).number).toBe(3);
    expect(suiteRunSchema.safeParse({ ...run, state: "lost" }).success).toBe(false);
  });

  it("is a trial, alone with its session and its case", () => {
    expect(trialListSchema.parse({ items: [trial], nextCursor: null }).items).toHaveLength(1);
    expect(trialDetailSchema.parse({ ...trial, tried, task: null, events: [] }).tried).toEqual(
      triedCaseSchema.parse(tried),
    );
    const invalid = { reason: "time-limit", message: "Too long." };
    expect(trialSchema.parse({ ...trial, outcome: "invalid", invalid }).invalid).toEqual(invalid);
  });

  it("is a case with its trials in each host", () => {
    const host = { dialect: "standard", outcome: null, by: null, right: 0, counted: 0, alsoActivated: [] };
    const result = { ...tried, hosts: [{ ...host, trials: [short] }] };
    expect(caseListSchema.parse({ items: [result], nextCursor: null }).items).toEqual([
      caseResultSchema.parse(result),
    ]);
  });

  it("is an estimate, without a price where none is known", () => {
    const estimate = {
      cases: 1,
      trials: 3,
      calls: { low: 3, high: 6 },
      tokens: { input: 100, output: 20 },
      usd: null,
      minutes: { low: 0.1, high: 0.2 },
      scripted: true,
      asksLive: false,
      sameAs: null,
      agent: null,
      model: { id: "rehearsal", name: "Rehearsal", kind: "rules" },
      dialects: [{ id: "x", name: "X" }],
      judge: {
        id: "m",
        name: "Large",
        isOtherFamily: true,
        calls: { low: 0, high: 8 },
        usd: null,
      },
      judgeNote: null,
      cutIn: [{ dialect: "x", sent: 100, of: 120 }],
      arms: [],
      power: null,
      kept: null,
      selfCheck: null,
      problems: [],
    };
    expect(estimateSchema.parse(estimate)).toEqual(estimate);
  });

  it("is figures with intervals over cases, and none where there is no such case", () => {
    const all = { count: 10, of: 10, share: 1, low: 0.72, high: 1 };
    const cell = { expected: "pdf-tools", activated: null, trials: 2, also: 0, cases: ["abc"] };
    const figures = {
      dialect: "standard",
      measured: 10,
      recall: all,
      precision: null,
      accuracy: all,
      f1: null,
      outcomes: { right: 10, missed: 0, stolen: 0, fired: 0, invalid: 0 },
      invalid: [],
      nothingFired: false,
      verdict: { word: "no-baseline" },
      confusion: { names: ["pdf-tools"], cells: [cell] },
    };
    expect(figuresSchema.parse(figures)).toEqual(figures);
  });
});

describe("what is asked for", () => {
  it("is pages of bounded size", () => {
    expect(listSuiteRunsSchema.parse({ limit: "5" }).limit).toBe(5);
    expect(listCasesSchema.safeParse({ limit: "1001" }).success).toBe(false);
    expect(listTrialsSchema.parse({ outcome: "stolen" })).toEqual({ outcome: "stolen", limit: 100 });
  });

  it("is a suite of the draft or of one version, and a save that names its revision", () => {
    expect(getSuiteSchema.parse({})).toEqual({ source: "draft" });
    expect(getSuiteSchema.safeParse({ source: "version" }).success).toBe(false);
    const blank = { cases: [{ query: " ", expected: { kind: "nothing" } }], revision: 1 };
    expect(saveSuiteSchema.safeParse(blank).success).toBe(false);
    const suite = {
      path: "p",
      digest: null,
      revision: 1,
      cases: [],
      findings: [],
      siblings: [],
      readOnlyReason: null,
    };
    expect(triggerSuiteSchema.parse(suite)).toEqual(suite);
  });

  it("tells apart a sibling, anything else, and nothing", () => {
    expect(expectedSchema.safeParse({ kind: "skill" }).success).toBe(false);
    expect(expectedSchema.parse({ kind: "skill", name: "docx" })).toEqual({ kind: "skill", name: "docx" });
  });

  it("knows what goes on from what has ended", () => {
    expect(suiteRunStates.filter(isGoingOn)).toEqual(["queued", "running"]);
    expect(skillChanges).toContain("withdrawn");
  });
});
