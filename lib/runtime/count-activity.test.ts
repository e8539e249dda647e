import { describe, expect, it } from "vitest";
import { anId, aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { type ActivityFact, countActivity, sumActivity, takeBack } from "./count-activity";
import type { SessionEvent } from "./events";

const triage = { ...aSkillRef(), source: "assignment" as const };
const notes = {
  ...aSkillRef({ skillId: anId(11), name: "release-notes", version: null, draftRevision: 3 }),
  source: "assignment" as const,
};

function aTurn(...steps: ((log: SessionLog) => void)[]): SessionLog {
  const log = new SessionLog();
  log.add("run-started", { offered: [triage, notes] });
  for (const step of steps) step(log);
  return log;
}
const catalogue = (log: SessionLog) => log.add("catalogue-injected");
const step = (log: SessionLog) => log.add("model-step");

type Told = Parameters<typeof countActivity>[1];
const newestRun = (events: readonly SessionEvent[]) => events.at(-1)?.runId ?? "";
const count = (log: SessionLog, options: Partial<Told> = {}) =>
  countActivity(log.events, { runId: newestRun(log.events), ...options });
const brief = (facts: readonly ActivityFact[]) =>
  facts.map(({ skillId, outcome, reason, count, turns, tokens }) =>
    [skillId === triage.skillId ? "triage" : "notes", outcome, reason, count, turns, tokens].join(" "),
  );

describe("countActivity", () => {
  it("counts an activation with its version, agent, dialect, model and day, and the other skill as not chosen", () => {
    const log = aTurn(catalogue, step, (run) => run.add("skill-activated"), step);
    const facts = count(log);
    expect(facts[0]).toEqual({
      skillId: triage.skillId,
      version: 4,
      isDraft: false,
      agentId: anId(2),
      dialect: "standard",
      model: "Rehearsal",
      modelKind: "rules",
      day: log.events[0]?.at.slice(0, 10),
      outcome: "activated",
      reason: "by-model",
      insteadId: null,
      count: 1,
      turns: 1,
      tokens: 1_204,
    });
    expect(facts[1]).toMatchObject({ skillId: notes.skillId, isDraft: true, version: null, insteadId: null });
    expect(brief(facts.slice(1))).toEqual(["notes not-chosen another 1 1 0"]);
  });

  it("names the skill that was chosen in its place where this one was near", () => {
    const log = new SessionLog();
    log.add("run-started", { offered: [triage, notes], message: "Write the notes of this incident" });
    log.add("catalogue-injected");
    log.add("skill-activated");
    step(log);
    const readCatalogue = () => [
      { name: triage.name, description: "Severity of an incident." },
      { name: notes.name, description: "Writes notes." },
    ];
    expect(count(log, { readCatalogue })[1]).toMatchObject({ reason: "another", insteadId: triage.skillId });
  });

  it("counts each event, and one turn for the skill", () => {
    const log = aTurn(
      catalogue,
      (run) => run.add("skill-activated", { askedBy: "person" }),
      (run) => run.add("skill-already-active"),
      (run) => run.add("skill-already-active"),
      step,
    );
    const facts = count(log).filter(({ skillId }) => skillId === triage.skillId);
    const saved = facts[1]?.tokens ?? 0;
    expect(saved).toBeGreaterThan(0);
    expect(brief(facts)).toEqual([
      "triage activated by-person 1 1 1204",
      `triage already-active by-model 2 0 ${saved}`,
    ]);
  });

  it("tells a text that came again from one that had to", () => {
    const again = (reason: "repeated" | "changed") =>
      brief(
        count(aTurn(catalogue, step, (run) => run.add("skill-reactivated", { reason, tokensRepeated: 900 }))),
      )[0];
    expect(again("repeated")).toBe("triage repeated repeated 1 1 900");
    expect(again("changed")).toMatch(/^triage activated changed 1 1 /);
  });

  it("counts refusals by their rule, as the turn's outcome where the skill did not come in", () => {
    const refuse = (run: SessionLog) =>
      run.add("request-refused", { skillName: triage.name, rule: "outside-package" });
    const alone = count(aTurn(catalogue, step, refuse, refuse));
    expect(brief(alone)).toEqual(["triage refused outside-package 2 1 0", "notes not-chosen no-skill 1 1 0"]);
    const beside = count(aTurn(catalogue, step, (run) => run.add("skill-activated"), refuse));
    expect(brief(beside)).toContain("triage refused outside-package 1 0 0");
  });

  it("asks for the skill of a name that was not offered, and passes over what nobody knows", () => {
    const log = aTurn(
      (run) => run.add("request-refused", { skillName: "elsewhere", rule: "not-assigned" }),
      (run) => run.add("request-refused", { skillName: "nowhere", rule: "unknown-skill" }),
      (run) => run.add("request-refused", { skillName: null, rule: "unknown-tool" }),
    );
    const facts = count(log, { idOf: (name) => (name === "elsewhere" ? anId(40) : undefined) });
    expect(facts).toHaveLength(1);
    expect(facts[0]).toMatchObject({ skillId: anId(40), outcome: "refused", version: null, isDraft: false });
  });

  it("says what stood in the prompt from the start, and what is held from an earlier turn", () => {
    const eager = [{ skill: aSkillRef(), textSha256: "c".repeat(64), tokens: 1, bytes: 1, flags: [] }];
    const inPrompt = aTurn((run) => run.add("catalogue-injected", { mode: "eager", eager }), step);
    expect(brief(count(inPrompt))[0]).toBe("triage in-prompt in-prompt 1 1 0");
    const held = aTurn(catalogue, (run) => run.add("skill-activated"), step);
    held.add("run-started", { offered: [triage, notes] });
    catalogue(held);
    step(held);
    expect(brief(count(held))).toEqual(["triage held held 1 1 0", "notes not-chosen no-skill 1 1 0"]);
  });

  it("says why: a cut description, a full catalogue, a router, and what was never offered", () => {
    const cut = aTurn((run) =>
      run.add("catalogue-injected", {
        truncated: [{ skillId: triage.skillId, name: triage.name, keptCharacters: 61, reason: "budget" }],
        omitted: [{ skillId: notes.skillId, name: notes.name, reason: "budget" }],
      }),
    );
    step(cut);
    expect(brief(count(cut))).toEqual(["triage not-chosen cut 1 1 0", "notes not-chosen omitted 1 1 0"]);
    const routed = aTurn((run) => run.add("skills-routed", { chosen: [triage.name] }), catalogue, step);
    expect(brief(count(routed))).toContain("notes not-chosen not-routed 1 1 0");
    const off = new SessionLog();
    off.add("run-started", {
      offered: [],
      unavailable: [{ skillId: notes.skillId, name: notes.name, reason: "archived" }],
    });
    expect(brief(count(off))).toEqual(["notes not-offered archived 1 1 0"]);
  });

  it("says nothing of what was offered where no model was asked, unless it is asked elsewhere", () => {
    const log = aTurn(catalogue);
    expect(count(log)).toEqual([]);
    expect(count(log, { isAskedElsewhere: true })).toHaveLength(2);
  });

  it("passes over hidden skills, recordings and replays, and a run that is not there", () => {
    const hidden = new SessionLog();
    hidden.add("run-started", { offered: [{ ...triage, modelInvocable: false }] });
    catalogue(hidden);
    step(hidden);
    expect(count(hidden)).toEqual([]);
    const model = { id: "x", name: "X", kind: "recording" as const, windowTokens: 1 };
    const recorded = new SessionLog();
    recorded.add("run-started", { offered: [triage], model });
    step(recorded);
    expect(count(recorded)).toEqual([]);
    const replay = new SessionLog();
    replay.add("run-started", { offered: [triage], replayOf: { runId: anId(9), fast: true } });
    step(replay);
    expect(count(replay)).toEqual([]);
    expect(countActivity([], { runId: anId(1) })).toEqual([]);
  });
});

describe("countActivity of a live host", () => {
  const host = { name: "Claude Code", version: "2.1.0" };
  const found = { ours: [triage.name, notes.name, "gone"], others: ["theirs"], whole: 1 };
  const idOf = (name: string) => [triage, notes].find((skill) => skill.name === name)?.skillId;
  const aHostTurn = () => {
    const log = new SessionLog();
    log.add("run-started", { host, offered: [], dialect: "claude-code" });
    log.add("catalogue-injected", {
      found,
      truncated: [{ skillId: notes.skillId, name: notes.name, keptCharacters: 9, reason: "by the host" }],
    });
    return log;
  };

  it("goes by the list that the host told, without an agent", () => {
    const log = aHostTurn();
    log.add("skill-activated");
    step(log);
    const facts = count(log, { idOf });
    expect(brief(facts)).toEqual(["triage activated by-model 1 1 1204", "notes not-chosen cut 1 1 0"]);
    expect(facts.map(({ agentId }) => agentId)).toEqual([null, null]);
  });

  it("keeps to the newest list in later turns, where a skill may be held", () => {
    const log = aHostTurn();
    log.add("skill-activated");
    step(log);
    log.add("run-started", { host, offered: [] });
    step(log);
    expect(brief(count(log, { idOf }))).toEqual(["triage held held 1 1 0", "notes not-chosen cut 1 1 0"]);
  });

  it("says nothing without a list, or before the model was asked", () => {
    const log = new SessionLog();
    log.add("run-started", { host, offered: [] });
    step(log);
    expect(count(log, { idOf })).toEqual([]);
    expect(count(aHostTurn(), { idOf })).toEqual([]);
  });
});

describe("sumActivity", () => {
  const [fact] = count(aTurn(catalogue, step, (run) => run.add("skill-activated")));
  if (!fact) throw new Error("There is a fact.");

  it("puts facts of one place together, and drops what was taken back whole", () => {
    expect(sumActivity([fact, fact])).toEqual([{ ...fact, count: 2, turns: 2, tokens: 2_408 }]);
    expect(sumActivity([fact, { ...fact, reason: "by-person" }])).toHaveLength(2);
    expect(sumActivity([fact, ...takeBack([fact])])).toEqual([]);
  });
});
