import { describe, expect, it } from "vitest";
import { eventName } from "@/lib/runtime/event-words";
import type { EventType, PayloadOf } from "@/lib/runtime/events";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { eventLine, lineText } from "../event-line";
import { foundWords, recognisedWords } from "./live-words";

const anEvent = <T extends EventType>(type: T, overrides: Partial<PayloadOf<T>> = {}) =>
  new SessionLog().add(type, overrides);
const context = { run: undefined, viewerId: undefined };
const v3 = aSkillRef({ name: "release-notes", version: 3, draftRevision: null });

describe("which text a live host used", () => {
  it.each([
    [v3, { as: "version", latestVersion: 3 }, "v3"],
    [v3, { as: "version", latestVersion: 5 }, "v3, latest is v5"],
    [v3, { as: "version", latestVersion: null }, "v3"],
    [v3, { as: "version", latestVersion: 5, isPart: true }, "a part of v3, latest is v5"],
    [v3, { as: "changed", latestVersion: 5 }, "changed on that machine, nearest v3"],
    [
      aSkillRef({ version: null, draftRevision: 42 }),
      { as: "draft", latestVersion: 5 },
      "draft r42, not published",
    ],
  ] as const)("%#", (skill, recognised, words) => {
    expect(recognisedWords(skill, recognised)).toBe(words);
  });
});

it("says whose skills a list holds, and how many are told in part", () => {
  const found = { ours: ["a", "b"], others: ["c"], whole: 2 };
  expect(foundWords(found)).toBe("2 of yours, 1 of its own or from elsewhere");
  expect(foundWords({ ...found, whole: 1 })).toContain("1 of them without the whole description");
});

describe("events that only a live host has", () => {
  it.each([
    ["foreign-skill-activated", "Activated: simplify, not of this workspace"],
    ["history-rewritten", "History rewritten: the host sends 3 messages in place of 40"],
    ["not-understood", "Not understood: The request is not one of this protocol."],
  ] as const)("%s", (type, words) => {
    const event = anEvent(type);
    expect(lineText(eventLine(event, context))).toContain(words);
    expect(eventName(event).word).not.toBe("");
  });
});

it("says that a text was read by a command, and which one it is", () => {
  const event = anEvent("skill-activated", {
    skill: v3,
    readBy: "command",
    recognised: { as: "version", latestVersion: 5 },
  });
  expect(lineText(eventLine(event, context))).toContain("v3, latest is v5, read by a command");
});
