import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anAssignedSkill, anId, SessionLog } from "@/lib/testing/sessions/session-log";
import type { CatalogueEntry } from "./dialect";
import type { EventType, PayloadOf, UnavailableSkill } from "./events";
import { candidateStates } from "./explain-absence";
import { explainTurn } from "./explain-turn";
import { toScale } from "./judge-fit";

const counting = anAssignedSkill(10, "cycle-count");
const cleanup = anAssignedSkill(11, "csv-cleanup");
const grading = anAssignedSkill(12, "returns-grading");
const message = "The scanner export has semicolons. Clean the CSV file before the count.";
const told: CatalogueEntry[] = [
  { name: counting.name, description: "Counts bins with a scanner." },
  { name: cleanup.name, description: "Detects the delimiter…" },
  { name: grading.name, description: "Grades what comes back." },
];
const described = [
  { ...cleanup, description: "Detects the delimiter of an export and cleans a file of CSV, semicolons too." },
];
const budget = { skillId: cleanup.skillId, name: cleanup.name, reason: "The budget is 16000 characters." };

function aTurn(started: Partial<PayloadOf<"run-started">> = {}) {
  const log = new SessionLog();
  log.add("run-started", { message, offered: [counting, cleanup, grading], ...started });
  return log;
}
const explain = (log: SessionLog, more: Parameters<typeof explainTurn>[1] = {}) =>
  explainTurn(log.events, { readCatalogue: () => told, ...more });

describe("explainTurn", () => {
  it("ranks what the catalogue told on one scale, with the words that matched and the threshold of the rules", () => {
    const log = aTurn();
    log.add("catalogue-injected");
    log.add("model-step");
    const { candidates, threshold, rankedBy, fit, activated } = explain(log);
    expect({ threshold, rankedBy, activated }).toEqual({
      threshold: 0.5,
      rankedBy: "message",
      activated: [],
    });
    expect(candidates.map(({ name }) => name)[0]).toBe("cycle-count");
    expect(candidates[0]).toMatchObject({ place: 1, words: ["scanner", "count"], state: "offered" });
    expect(candidates[0]?.score).toBeGreaterThan(0);
    expect(candidates[0]?.score).toBeLessThan(1);
    expect(candidates.at(-1)).toMatchObject({ name: "returns-grading", place: null, score: 0, words: [] });
    expect(fit?.best?.name).toBe("cycle-count");
  });

  it("says what a cut took away: the words, and the score of the whole", () => {
    const log = aTurn();
    log.add("catalogue-injected", { truncated: [{ ...budget, keptCharacters: 22 }] });
    log.add("model-step");
    const { candidates, cut } = explain(log, { described });
    expect(cut).toBe(1);
    const own = candidates.find(({ name }) => name === "csv-cleanup");
    expect(own).toMatchObject({
      state: "cut",
      keptCharacters: 22,
      told: "Detects the delimiter…",
      words: ["csv"],
      lostWords: ["export", "semicolons", "clean", "file"],
    });
    expect(own?.wholeScore).toBeGreaterThan(own?.score ?? 1);
    expect(own?.reason).toContain("cut to 22 characters");
    expect(explain(log).candidates.find(({ name }) => name === "csv-cleanup")?.wholeScore).toBeNull();
  });

  it("goes by the search's own scores where one looked, and by the router's", () => {
    const found = {
      skillId: cleanup.skillId,
      name: cleanup.name,
      score: 6,
      fields: { name: 2, description: 3, body: 0, triggers: 5 },
    };
    const searched = aTurn();
    searched.add("catalogue-injected", { mode: "search" });
    searched.add("skills-searched", { query: "clean csv", candidates: [found], chosen: [cleanup.name] });
    searched.add("model-step");
    const bySearch = explain(searched, { readCatalogue: () => [] });
    expect(bySearch).toMatchObject({ mode: "search", rankedBy: "search", query: "clean csv" });
    expect(bySearch.candidates[0]).toMatchObject({
      name: "csv-cleanup",
      score: toScale(6),
      fields: [{ field: "triggers", share: 0.5 }, { field: "description" }, { field: "name" }],
    });
    const routed = aTurn();
    routed.add("skills-routed", { candidates: [found], chosen: [cleanup.name] });
    const byRouter = explain(routed, { readCatalogue: () => [] });
    expect(byRouter).toMatchObject({ rankedBy: "router", fit: null });
    expect(byRouter.candidates.map(({ state }) => state)).toEqual(["offered", "not-routed", "not-routed"]);
  });

  it("leaves the decision to a language model, and knows no ranking where nothing was told", () => {
    const log = aTurn({ model: { id: "m", name: "Model", kind: "live", windowTokens: 1_000 } });
    log.add("catalogue-injected");
    expect(explain(log)).toMatchObject({ threshold: null, fit: null });
    expect(explain(log, { readCatalogue: () => [] })).toMatchObject({ rankedBy: null, threshold: null });
    expect(explainTurn([])).toMatchObject({ candidates: [], mode: null, query: "" });
  });

  it("explains the run that is asked for", () => {
    const log = aTurn();
    log.add("catalogue-injected");
    log.add("skill-activated", { skill: counting });
    const first = log.events[0]?.runId ?? "";
    log.add("run-started", { message: "Thanks", offered: [counting] });
    expect(explain(log, { runId: first }).activated).toEqual(["cycle-count"]);
    expect(explain(log)).toMatchObject({ activated: [], query: "Thanks" });
  });
});

describe("every turn", () => {
  const offered = Array.from({ length: 6 }, (_, at) => anAssignedSkill(20 + at, `skill-${at}`));
  const unavailable: UnavailableSkill[] = [
    { skillId: anId(40), name: "off", reason: "disabled" },
    { skillId: anId(41), name: "left", reason: "left-out" },
  ];
  const which = fc.integer({ min: 0, max: 5 });
  const payload = {
    "skill-activated": (at: number) => ({ skill: offered[at] ?? counting }),
    "skill-already-active": (at: number) => ({ skill: offered[at] ?? counting }),
    "request-refused": (at: number) => ({ skillName: `skill-${at}` }),
    "model-step": () => ({}),
  } satisfies { [T in EventType]?: (at: number) => Partial<PayloadOf<T>> };
  const happening = fc.tuple(
    fc.constantFrom("skill-activated", "skill-already-active", "request-refused", "model-step"),
    which,
  );
  const catalogue = fc.record({
    mode: fc.constantFrom("inline", "search", "router", "eager"),
    omitted: fc.uniqueArray(which, { maxLength: 3 }),
    truncated: fc.uniqueArray(which, { maxLength: 3 }),
    hidden: fc.uniqueArray(which, { maxLength: 2 }),
    told: fc.uniqueArray(which),
  });

  it("names every skill exactly once, with a state and a sentence; active ones are those with an event", () => {
    fc.assert(
      fc.property(catalogue, fc.array(happening, { maxLength: 8 }), (listed, happenings) => {
        const log = new SessionLog();
        log.add("run-started", {
          message: "skill please",
          unavailable,
          offered: offered.map((one, at) =>
            listed.hidden.includes(at) ? { ...one, modelInvocable: false } : one,
          ),
        });
        const cuts = (places: readonly number[]) =>
          places.map((at) => ({ skillId: anId(20 + at), name: `skill-${at}`, reason: "Budget." }));
        log.add("catalogue-injected", {
          mode: listed.mode,
          omitted: cuts(listed.omitted),
          truncated: cuts(listed.truncated).map((cut) => ({ ...cut, keptCharacters: 60 })),
        });
        for (const [type, at] of happenings) log.add(type, payload[type](at));
        const { candidates } = explainTurn(log.events, {
          readCatalogue: () => listed.told.map((at) => ({ name: `skill-${at}`, description: "A skill." })),
        });
        const ids = candidates.map(({ skillId }) => skillId);
        expect([...ids].sort()).toEqual([...offered, ...unavailable].map(({ skillId }) => skillId).sort());
        for (const { state, reason, score } of candidates) {
          expect(candidateStates).toContain(state);
          expect(reason).toMatch(/\.$/);
          expect(score ?? 0).toBeLessThan(1);
        }
        const active = candidates.filter(({ state }) => state === "activated" || state === "already-active");
        const withEvent = happenings
          .filter(([type]) => type === "skill-activated" || type === "skill-already-active")
          .map(([, at]) => anId(20 + at));
        expect(active.map(({ skillId }) => skillId).sort()).toEqual([...new Set(withEvent)].sort());
      }),
    );
  });
});
