import { describe, expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import type { SessionEvent } from "./events";
import { explainAbsence } from "./explain-absence";
import { readTurnFacts } from "./turn-facts";

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const triage = { ...aSkillRef(), source: "assignment" as const };
const notes = { ...aSkillRef({ skillId: id(11), name: "release-notes" }), source: "assignment" as const };
const candidate = (skill: { skillId: string; name: string }, score: number) => ({
  skillId: skill.skillId,
  name: skill.name,
  score,
  fields: { name: 0, description: score, body: 0, triggers: 0 },
});

function aRun(...steps: ((log: SessionLog) => void)[]): SessionLog {
  const log = new SessionLog();
  log.add("run-started", { offered: [triage, notes] });
  for (const step of steps) step(log);
  return log;
}
const catalogue = (log: SessionLog) => log.add("catalogue-injected");
const step = (log: SessionLog) => log.add("model-step");
const explain = (events: readonly SessionEvent[], skillId = notes.skillId) =>
  explainAbsence(readTurnFacts(events), skillId);
const why = (log: SessionLog, skillId = notes.skillId) => explain(log.events, skillId).reason;

describe("explainAbsence", () => {
  it("says that it was activated after all, and by whom, also as a body in the prompt", () => {
    const byModel = aRun(catalogue, (log) => log.add("skill-activated"));
    expect(explain(byModel.events, triage.skillId)).toEqual({
      state: "activated",
      reason: "The model activated it.",
    });
    const byPerson = aRun(catalogue, (log) => log.add("skill-activated", { askedBy: "person" }));
    expect(why(byPerson, triage.skillId)).toBe("Ines Kovač asked for it by its name.");
    const eager = [{ skill: aSkillRef(), textSha256: "c".repeat(64), tokens: 1, bytes: 1, flags: [] }];
    const log = aRun((run) => run.add("catalogue-injected", { mode: "eager", eager }));
    expect(explain(log.events, triage.skillId).state).toBe("in-prompt");
  });

  it("says since when it is active, asked for again or not", () => {
    const again = aRun(catalogue, (log) => log.add("skill-already-active"));
    expect(explain(again.events, triage.skillId)).toEqual({
      state: "already-active",
      reason: "Active since turn 2: its instructions were in the prompt, so they were not sent again.",
    });
    const held = aRun(catalogue, (log) => log.add("skill-activated"));
    held.add("run-started", { offered: [triage, notes] });
    catalogue(held);
    expect(explain(held.events, triage.skillId).state).toBe("held");
    const activation = held.events.find(({ type }) => type === "skill-activated")?.seq ?? 0;
    held.add("content-evicted", { evictedSeq: activation });
    step(held);
    expect(explain(held.events, triage.skillId).state).toBe("offered");
  });

  it("says what keeps a skill from being offered", () => {
    const log = new SessionLog();
    log.add("run-started", {
      offered: [triage],
      unavailable: [{ skillId: notes.skillId, name: notes.name, reason: "disabled" }],
    });
    expect(explain(log.events)).toEqual({
      state: "not-offered",
      reason: "It is switched off for this agent.",
    });
    expect(why(log, id(99))).toBe("It is not assigned to this agent.");
  });

  it("names the sibling that won, with rank and scores", () => {
    const log = aRun(
      catalogue,
      step,
      (run) =>
        run.add("skills-searched", { candidates: [candidate(triage, 9), candidate(notes, 4)], chosen: [] }),
      (run) => run.add("skill-activated"),
    );
    expect(explain(log.events)).toEqual({
      state: "offered",
      reason: "The model activated incident-triage instead. It came second of 2 for the search.",
    });
  });

  it("ranks by what the catalogue told when nothing was searched", () => {
    const facts = readTurnFacts(aRun(catalogue, step).events, {
      readCatalogue: () => [
        { name: triage.name, description: "Checkout returns 502s." },
        { name: notes.name, description: "Writes notes." },
      ],
    });
    expect(explainAbsence(facts, triage.skillId).reason).toContain("It came first of 1 for the message.");
    expect(explainAbsence(facts, notes.skillId)).toEqual({
      state: "offered",
      reason: "The model activated no skill. It shares no word with what was searched for.",
    });
  });

  it("tells of the router, of the budget and of a refusal", () => {
    const routed = aRun((log) =>
      log.add("skills-routed", { chosen: ["incident-triage"], reasoning: "An incident." }),
    );
    expect(why(routed)).toContain("The router chose incident-triage");
    const cut = { skillId: notes.skillId, name: notes.name, reason: "The budget is 10 characters." };
    const omitted = aRun((log) => log.add("catalogue-injected", { omitted: [cut] }), step);
    expect(explain(omitted.events).state).toBe("omitted");
    expect(why(omitted)).toContain("The budget is 10 characters.");
    const truncated = aRun(
      (log) => log.add("catalogue-injected", { truncated: [{ ...cut, keptCharacters: 60 }] }),
      step,
    );
    expect(explain(truncated.events).state).toBe("cut");
    expect(why(truncated)).toContain("cut to 60 characters");
    const refused = aRun(catalogue, step, (log) =>
      log.add("request-refused", { skillName: "release-notes", message: "Too large." }),
    );
    expect(why(refused)).toBe("It was asked for and refused: Too large.");
  });

  it("tells of a search that was not made, and of one that did not show it", () => {
    const search = (log: SessionLog) => log.add("catalogue-injected", { mode: "search" });
    expect(why(aRun(search, step))).toContain("it must look first, and it did not");
    const shown = aRun(search, step, (log) =>
      log.add("skills-searched", {
        candidates: [candidate(triage, 9), candidate(notes, 4)],
        chosen: ["incident-triage"],
      }),
    );
    expect(why(shown)).toContain("Only the first 1 were shown.");
  });

  it("tells of a list that names skills only when it is asked for", () => {
    const silent = aRun((log) => log.add("catalogue-injected", { onRequest: true }), step);
    expect(explain(silent.events).state).toBe("not-shown");
    expect(why(silent)).toContain("the model did not ask");
    const call = { id: "c1", toolName: "list_skills", input: {}, step: 1 };
    const listed = aRun(
      (log) => log.add("catalogue-injected", { onRequest: true }),
      step,
      (log) => log.add("tool-called", { call, result: "release-notes" }),
    );
    const readCatalogue = ({ text }: { text: string }) => [{ name: text, description: "Checkout notes." }];
    const facts = readTurnFacts(listed.events, { readCatalogue });
    expect(explainAbsence(facts, notes.skillId)).toEqual({
      state: "offered",
      reason: "The model activated no skill. It came first of 1 for the message.",
    });
  });

  it("goes by the newest run, and says when that never got to a model", () => {
    expect(explain([], triage.skillId).reason).toBe("There is no run here.");
    expect(why(aRun())).toBe("No catalogue was told in this run.");
    expect(why(aRun(catalogue))).toBe("The model was not asked in this run.");
  });
});
