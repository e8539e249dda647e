import { describe, expect, it } from "vitest";
import type { EventType, PayloadOf } from "@/lib/runtime/events";
import { aSkillRef, ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { eventLine, lineText } from "./event-line";

/** The sentence that the owner of the run reads for one event of it. */
function told<T extends EventType>(type: T, payload: Partial<PayloadOf<T>> = {}, viewerId = ines.id): string {
  const log = new SessionLog();
  const run = log.add("run-started", {
    offered: ["a", "b", "c"].map((name) => ({ ...aSkillRef({ name }), source: "assignment" })),
  });
  return lineText(eventLine(log.add(type, payload), { run, viewerId }));
}

describe("eventLine", () => {
  it("tells what the catalogue said and what it left out", () => {
    expect(told("catalogue-injected")).toBe("Catalogue injected: 3 skills, nothing omitted, 412 tokens");
    const cut = { skillId: ines.id, name: "c", reason: "budget" };
    expect(told("catalogue-injected", { omitted: [cut], truncated: [{ ...cut, keptCharacters: 60 }] })).toBe(
      "Catalogue injected: 2 skills, 1 description shortened, 1 left out, 412 tokens",
    );
  });

  it("counts what the model was told of, not what the run was offered", () => {
    expect(told("catalogue-injected", { mode: "router", skills: 1 })).toBe(
      "Catalogue injected: 1 skill, nothing omitted, 412 tokens",
    );
    expect(told("catalogue-injected", { mode: "search", skills: 90 })).toBe(
      "Catalogue injected: 90 skills to search, none listed, 412 tokens",
    );
    expect(told("catalogue-injected", { mode: "search", skills: 90, unchangedSinceSeq: 2 })).toContain(
      "same text as before, none listed",
    );
  });

  it("says who asked for a skill, and which text of it came in", () => {
    expect(told("skill-activated")).toBe("Activated: incident-triage v4, chosen by the model, +1,204 tokens");
    const draft = { skill: aSkillRef({ version: null, draftRevision: 42 }), askedBy: "person" } as const;
    expect(told("skill-activated", draft)).toBe(
      "Activated: incident-triage draft r42, asked by you, +1,204 tokens",
    );
    expect(told("skill-activated", draft, "somebody else")).toContain("asked by Ines Kovač");
  });

  it("says that nothing came in a second time, and what that saved", () => {
    expect(told("skill-already-active")).toBe(
      "Already active: incident-triage since turn 2: nothing injected, 1,204 tokens saved",
    );
  });

  it.each([
    ["changed", "its text changed since turn 1"],
    ["other-arguments", "with other arguments than in turn 1"],
    ["evicted", "it had left the prompt since turn 1"],
  ] as const)("gives the reason when a skill came in again: %s", (reason, words) => {
    expect(told("skill-reactivated", { reason })).toContain(`Activated again: incident-triage v4: ${words}`);
  });

  it("says what it cost when a host gives again what was in the prompt", () => {
    expect(told("skill-reactivated", { reason: "repeated" })).toMatch(
      /incident-triage v4 injected again: [\d,]+ tokens that were in the prompt already/,
    );
    expect(told("skill-activated", { leaveAsked: true })).toContain("; the host asks the person first");
  });

  it("names file, skill and size, or the page of a long file", () => {
    expect(told("resource-read")).toBe(
      "Read: references/severity-matrix.md of incident-triage, 2.1 KB, +497 tokens",
    );
    expect(told("resource-read", { offset: 100_000, bytes: 100_000, totalBytes: 340_000 })).toContain(
      "bytes 100,001 to 200,000 of 340,000",
    );
    expect(told("resource-read", { kind: "binary" })).toContain("not text: only its type and size");
  });

  it("names what was refused and why, in words", () => {
    expect(told("request-refused")).toBe(
      "Refused: ../../oncall/rota.yaml: outside the package, error returned",
    );
    expect(told("request-refused", { path: null, rule: "unknown-skill", skillName: "incident" })).toBe(
      "Refused: incident: no such skill, error returned",
    );
    expect(told("request-refused", { path: "a.md", rule: "unknown-skill", skillName: "incident" })).toBe(
      "Refused: incident: no such skill, error returned",
    );
  });

  it("says why a skill that the agent has was refused, and not that it was never assigned", () => {
    const log = new SessionLog();
    const skillId = ines.id;
    const run = log.add("run-started", { unavailable: [{ skillId, name: "incident", reason: "archived" }] });
    const refusal = (skillName: string) =>
      lineText(
        eventLine(log.add("request-refused", { path: null, rule: "not-assigned", skillName }), {
          run,
          viewerId: skillId,
        }),
      );
    expect(refusal("incident")).toBe("Refused: incident: archived, error returned");
    expect(refusal("another")).toBe("Refused: another: not assigned to this agent, error returned");
  });

  it("says how a run ended", () => {
    expect(told("run-finished")).toBe("Finished: 1 step, 0.4 s");
    const error = { code: "provider", message: "The provider hung up." };
    expect(told("run-finished", { outcome: "failed", error })).toBe("Failed: The provider hung up., 0.4 s");
  });

  it("tells what left the prompt and how much that freed", () => {
    expect(told("content-evicted")).toBe(
      "Taken out: references/severity-matrix.md: the oldest file, to stay below 160,000 tokens, 497 tokens freed",
    );
  });
});
