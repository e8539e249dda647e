import { describe, expect, it } from "vitest";
import { anAssignedSkill, anId, SessionLog } from "@/lib/testing/sessions/session-log";
import type { CatalogueEntry } from "./dialect";
import { explainTurn } from "./explain-turn";
import { fitThreshold } from "./judge-fit";
import { tryChanges } from "./try-changes";

const counting = anAssignedSkill(10, "cycle-count");
const cleanup = anAssignedSkill(11, "csv-cleanup");
const twin = anAssignedSkill(12, "csv-cleaner");
const message = "The scanner export has semicolons. Clean the CSV file before the count.";
const whole = "Detects the delimiter of an export and cleans a file of CSV, semicolons too.";

type Options = { told: CatalogueEntry[]; keptCharacters?: number; isLeftOut?: boolean };

function aLog({ keptCharacters, isLeftOut = false }: Omit<Options, "told"> = {}): SessionLog {
  const log = new SessionLog();
  const cut = { skillId: cleanup.skillId, name: cleanup.name, reason: "The budget is 900." };
  log.add("run-started", { message, offered: [counting, cleanup, twin] });
  log.add("catalogue-injected", {
    truncated: keptCharacters === undefined ? [] : [{ ...cut, keptCharacters }],
    omitted: isLeftOut ? [cut] : [],
  });
  log.add("model-step");
  return log;
}

const attempt = (log: SessionLog, told: readonly CatalogueEntry[], skillId: string = cleanup.skillId) =>
  tryChanges(log.events, {
    skillId,
    readCatalogue: () => [...told],
    described: [{ ...cleanup, description: whole }],
  });

const counts = { name: counting.name, description: "Counts bins with a scanner." };
const short = { name: cleanup.name, description: "Detects the delimiter…" };

describe("tryChanges", () => {
  it("tries the whole description of a skill that the budget cut, and agrees with the explanation's own figure", () => {
    const log = aLog({ keptCharacters: 22 });
    const [first] = attempt(log, [counts, short]);
    expect(first).toMatchObject({ kind: "told-whole", verdict: "taken", other: "" });
    const { candidates } = explainTurn(log.events, {
      readCatalogue: () => [counts, short],
      described: [{ ...cleanup, description: whole }],
    });
    expect(first?.score).toBe(candidates.find(({ name }) => name === cleanup.name)?.wholeScore);
  });

  it("tries it for a skill that was left out whole, too", () => {
    const [first] = attempt(aLog({ isLeftOut: true }), [counts]);
    expect(first).toMatchObject({ kind: "told-whole", verdict: "taken" });
    expect(first?.score).toBeGreaterThanOrEqual(fitThreshold);
  });

  it("adds words of the message that nobody else has, as few as it takes", () => {
    const changes = attempt(aLog(), [counts], counting.skillId);
    const added = changes.find(({ kind }) => kind === "words-added");
    expect(added).toMatchObject({ kind: "words-added", verdict: "taken" });
    const words = added?.kind === "words-added" ? added.words : [];
    expect(words.length).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(3);
    expect(words).not.toContain("scanner");
    expect(words.every((word) => message.toLowerCase().includes(word))).toBe(true);
  });

  it("puts what a cut took away first, before words that the skill never had", () => {
    const added = attempt(aLog({ keptCharacters: 22 }), [counts, short]).find(
      ({ kind }) => kind === "words-added",
    );
    const words = added?.kind === "words-added" ? added.words : [];
    expect(words[0]).toBe("export");
    expect(words).not.toContain("before");
  });

  it("shows the outcome that does not help as well", () => {
    const far = { name: counting.name, description: "Grades what comes back from customers." };
    const strong = { name: cleanup.name, description: `${whole} ${message}` };
    const [added] = attempt(aLog(), [far, strong], counting.skillId).filter(
      ({ kind }) => kind === "words-added",
    );
    expect(added).toMatchObject({ verdict: "other", other: cleanup.name });
  });

  it("tries the agent without the skill that it ties with, and without the one that won", () => {
    const told = [
      counts,
      { name: cleanup.name, description: whole },
      { name: twin.name, description: whole },
    ];
    const tied = attempt(aLog(), told).find(({ kind }) => kind === "rival-removed");
    expect(tied).toMatchObject({ rival: twin.name, verdict: "taken" });
    const beaten = attempt(aLog(), told, counting.skillId).find(({ kind }) => kind === "rival-removed");
    expect(beaten).toMatchObject({ kind: "rival-removed", verdict: "other" });
  });

  it("tries nothing for what was activated, is kept from the model, or was not compared with the message", () => {
    const told = [counts, short];
    const activated = aLog({ keptCharacters: 22 });
    activated.add("skill-activated", { skill: cleanup });
    expect(attempt(activated, told)).toEqual([]);
    expect(attempt(aLog(), told, anId(99))).toEqual([]);
    const searched = aLog({ keptCharacters: 22 });
    searched.add("skills-searched", { query: "csv", candidates: [], chosen: [] });
    expect(attempt(searched, told)).toEqual([]);
    const hidden = new SessionLog();
    hidden.add("run-started", { message, offered: [{ ...cleanup, modelInvocable: false }] });
    hidden.add("catalogue-injected");
    expect(attempt(hidden, [short])).toEqual([]);
    expect(tryChanges([], { skillId: cleanup.skillId })).toEqual([]);
  });
});
