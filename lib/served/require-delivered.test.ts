import { describe, expect, it } from "vitest";
import { anId, aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { requireDelivered } from "./require-delivered";

const pinned = { skills: [{ versionId: "one" }, { versionId: "two" }] };
const delivered = (...ids: string[]) => ({ skills: ids.map((id) => ({ version: { id } })) });

/** A log to which the last activations were added now. */
function aLog({ before, added }: { before: number[]; added: number[] }) {
  const log = new SessionLog();
  log.add("run-started");
  for (const skill of [...before, ...added])
    log.add("skill-activated", { skill: aSkillRef({ skillId: anId(skill) }) });
  return { events: () => log.events, added: added.length === 0 ? [] : log.events.slice(-added.length) };
}

const again = aLog({ before: [1, 2], added: [1] });

describe("requireDelivered", () => {
  it.each([
    ["another version", delivered("one", "newer")],
    ["another order", delivered("two", "one")],
    ["a version less", delivered("one")],
    ["a version more", delivered("one", "two", "three")],
    ["nothing", delivered()],
  ])("is GONE where a skill comes in once more, and %s is delivered", (_, now) => {
    expect(() => requireDelivered(again, pinned, now)).toThrow("Other versions are delivered by now.");
  });

  it("lets go on what is delivered as it was", () => {
    expect(() => requireDelivered(again, pinned, delivered("one", "two"))).not.toThrow();
  });

  it.each([
    ["a skill that comes in first", aLog({ before: [1], added: [2] })],
    ["what brings no skill in", aLog({ before: [1], added: [] })],
  ])("lets go on %s", (_, log) => {
    expect(() => requireDelivered(log, pinned, delivered("newer", "two"))).not.toThrow();
  });

  it("is GONE where a skill is asked for that it did not begin with, once another version is delivered", () => {
    const log = new SessionLog();
    log.add("run-started");
    log.add("request-refused", { rule: "unknown-skill" });
    const asked = { events: () => log.events, added: log.events.slice(-1) };
    expect(() => requireDelivered(asked, pinned, delivered("one", "two", "three"))).toThrow("Open another.");
    expect(() => requireDelivered(asked, pinned, delivered("one", "two"))).not.toThrow();
  });
});
