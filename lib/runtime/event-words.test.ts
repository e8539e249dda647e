import { describe, expect, it } from "vitest";
import { SessionLog } from "@/lib/testing/sessions/session-log";
import { answerKinds } from "./event-parts";
import { answerNames, eventName, eventNames, outcomeNames, revisionOf } from "./event-words";
import { payloadSchemas, runOutcomes } from "./events";

describe("eventNames", () => {
  it("has an entry for every type of event and none besides", () => {
    expect(Object.keys(eventNames).sort()).toEqual(Object.keys(payloadSchemas).sort());
  });

  it("gives the hues of skill events to nothing else, and a word to each", () => {
    const steps = Object.entries(eventNames).flatMap(([type, { hue }]) => (hue === "step" ? [type] : []));
    expect(steps.filter((type) => /skill|resource|refused|catalogue/.test(type))).toEqual([]);
    for (const { word } of Object.values(eventNames)) expect(word).toMatch(/^[A-Z][a-z ]+$/);
  });
});

describe("eventName", () => {
  it("calls the end of a run by how it ended", () => {
    const words = runOutcomes.map(
      (outcome) => eventName(new SessionLog().add("run-finished", { outcome })).word,
    );
    expect(words.sort()).toEqual(
      Object.values(outcomeNames)
        .map(({ word }) => word)
        .sort(),
    );
  });

  it("calls the end of a run without an answer by what became of it", () => {
    const words = answerKinds.map((kind) => {
      const answer = { kind, reason: "stop", providerReason: null, message: "" };
      return eventName(new SessionLog().add("run-finished", { answer })).word;
    });
    expect(words).toEqual(Object.values(answerNames).map(({ word }) => word));
    expect(words[0]).toBe("Finished");
    expect(new Set(words).size).toBe(answerKinds.length);
  });

  it("calls everything else by its type", () => {
    const look = eventName(new SessionLog().add("skills-searched"));
    expect(look).toEqual({ word: "Searched", hue: "catalogue", icon: "search" });
  });
});

it("names a version by its number and a draft by its revision", () => {
  expect(revisionOf({ version: 4, draftRevision: null })).toBe("v4");
  expect(revisionOf({ version: null, draftRevision: 42 })).toBe("draft r42");
});
