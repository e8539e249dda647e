import { describe, expect, it } from "vitest";
import { type EventType, eventSchema, type PayloadOf } from "@/lib/runtime/events";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { eventWords } from "./event-words";

const told = <T extends EventType>(type: T, payload: Partial<PayloadOf<T>> = {}): string =>
  eventWords(eventSchema.parse(new SessionLog().add(type, payload)));

describe("eventWords", () => {
  it("says what happened and to what, in one line", () => {
    expect(told("run-started", { message: "Why\n  502s?" })).toBe("Run started: Why 502s?");
    expect(told("catalogue-injected")).toBe("Catalogue injected: 412 tokens");
    expect(told("skill-activated")).toBe("Activated: incident-triage v4");
    const draft = { skill: aSkillRef({ version: null, draftRevision: 42 }) };
    expect(told("skill-reactivated", draft)).toBe("Activated again: incident-triage draft r42");
    expect(told("skills-searched", { query: "502s" })).toBe("Searched: “502s”: nothing fits");
  });

  it("calls a run's end as every screen does", () => {
    expect(told("run-finished")).toBe("Finished: 1 step");
    const error = { code: "provider", message: "The provider hung up." };
    expect(told("run-finished", { outcome: "failed", error })).toBe("Failed: The provider hung up.");
  });

  it("names the path of a refusal and why it was one", () => {
    const refused = { path: "../x", message: "It lies outside the package." };
    expect(told("request-refused", refused)).toBe("Refused: ../x, It lies outside the package.");
    const twice = { path: "../x", message: "Outside the package: ../x" };
    expect(told("request-refused", twice)).toBe("Refused: ../x, outside the package");
  });

  it("says something of every type, and never more than 300 characters", () => {
    const types = eventSchema.options.map(({ shape }) => shape.type.value);
    for (const type of types) expect(told(type).length, type).toBeGreaterThan(3);
    expect([...told("run-started", { message: "🙂".repeat(1_000) })]).toHaveLength(300);
  });
});
