import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anId, aSkillRef } from "@/lib/testing/sessions/session-log";
import {
  beingRead,
  couldNotBeRead,
  isUnread,
  notUnderstood,
  parseReading,
  type ReadFact,
  tooMuchToRead,
  type UnderstoodReading,
  waitsUntilMs,
} from "./exchange-reading-schema";

const fact: ReadFact = {
  kind: "activated",
  tool: "Skill",
  callId: "t1",
  name: "notes",
  path: null,
  by: "tool",
  isPart: false,
  tokens: 40,
  resultTokens: 2,
  bytes: 120,
  sha256: "a".repeat(64),
  argumentsSha256: "",
  skill: aSkillRef({ version: 3, draftRevision: null }),
  recognised: { as: "version", latestVersion: 3 },
};
const listed: ReadFact = {
  kind: "catalogue",
  tokens: 50,
  bytes: 200,
  sha256: "b".repeat(64),
  found: {
    place: "first-message",
    ours: ["notes"],
    others: [],
    shortened: [{ skillId: anId(1), name: "notes", keptCharacters: 9 }],
  },
};
const reading: UnderstoodReading = {
  understood: true,
  host: "claude-code",
  version: "2.1.330",
  messages: 3,
  chain: "c",
  from: 0,
  rewrittenFrom: null,
  facts: [listed, fact],
  answerFacts: [],
  isAnswered: true,
  finishReason: "stop",
};

describe("what was read of an exchange", () => {
  it("comes back as it was stored", () => {
    for (const one of [reading, notUnderstood, tooMuchToRead, couldNotBeRead])
      expect(parseReading(JSON.parse(JSON.stringify(one)))).toEqual(one);
  });

  it("may be of a host that nobody knows, with another history than before", () => {
    const other = { ...reading, host: null, version: null, rewrittenFrom: 7 };
    expect(parseReading(other)).toEqual(other);
  });

  it.each(["messages", "chain", "from", "facts", "answerFacts", "isAnswered", "finishReason", "host"])(
    "is none without %s: an exchange of another release is read anew",
    (field) => {
      expect(parseReading({ ...reading, [field]: undefined })).toBeNull();
    },
  );

  it.each([
    ["a kind that is none", { kind: "dreamt" }],
    ["half a token", { tokens: 1.5 }],
    ["bytes in words", { bytes: "120" }],
    ["a skill without a digest", { skill: { skillId: anId(1), name: "notes" } }],
    ["somebody by whom nothing comes", { by: "nobody" }],
  ])("is none with %s in a fact", (_, odd) => {
    expect(parseReading({ ...reading, facts: [{ ...fact, ...odd }] })).toBeNull();
  });

  it("is waited for while it is being read, and is none until then", () => {
    const until = new Date("2026-11-23T09:00:00.250Z");
    const stored: unknown = JSON.parse(JSON.stringify(beingRead(until)));
    expect(waitsUntilMs(stored)).toBe(until.getTime());
    expect(parseReading(stored)).toBeNull();
    for (const other of [null, reading, notUnderstood, couldNotBeRead, { beingReadUntil: "soon" }, "soon"])
      expect(waitsUntilMs(other)).toBeNull();
  });

  it("is missing where nobody has read yet or could, and not where there was nothing to understand", () => {
    for (const one of [null, beingRead(new Date()), couldNotBeRead]) expect(isUnread(one)).toBe(true);
    for (const one of [reading, notUnderstood, tooMuchToRead, { of: "another release" }])
      expect(isUnread(one)).toBe(false);
  });

  it("never fails, whatever is stored there", () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect(parseReading(stored)).toBeNull();
      }),
    );
  });
});
