import { describe, expect, it } from "vitest";
import { eventSchema } from "@/lib/runtime/events";
import { anId, aSkillRef } from "@/lib/testing/sessions/session-log";
import type { ReadFact } from "./exchange-reading-schema";
import {
  type Activated,
  type Asked,
  activatedEvent,
  alreadyEvent,
  catalogueEvent,
  readEvent,
  refusedEvent,
} from "./live-fact-events";
import type { SkillFact } from "./skill-facts";

const skill = aSkillRef({ name: "release-notes", version: 3, draftRevision: null });
const recognised = { as: "version", latestVersion: 5 } as const;
const asked: Asked = {
  askedBy: "model",
  result: "Launched.",
  tokens: 40,
  call: { id: "t1", toolName: "Skill", input: { skill: "release-notes" }, step: 1 },
};
const sha = (letter: string) => letter.repeat(64);
const read = (more: Partial<ReadFact> = {}): ReadFact => ({
  kind: "activated",
  name: "release-notes",
  tokens: 40,
  bytes: 120,
  sha256: sha("a"),
  skill,
  recognised,
  by: "tool",
  ...more,
});
const held = (seq: number, more: Partial<Activated> = {}): Activated => ({
  turn: 1,
  seq,
  textSha256: sha("a"),
  arguments: "",
  tokens: 400,
  ...more,
});
const activated = (more: Partial<ReadFact> = {}, before: Activated[] = [], fact: SkillFact | null = null) =>
  activatedEvent({ read: read(more), fact, asked, held: before });

describe("a text of a skill that came in", () => {
  it("is an activation the first time", () => {
    expect(activated()).toMatchObject({
      type: "skill-activated",
      payload: { skill, textSha256: sha("a"), arguments: "", recognised, tokens: 40 },
    });
  });

  it.each([
    ["repeated", {}, [held(3)]],
    ["changed", { sha256: sha("b") }, [held(3)]],
    ["other-arguments", { sha256: sha("b"), argumentsSha256: sha("c") }, [held(3)]],
    ["repeated", {}, [held(3), held(9, { textSha256: sha("b") })]],
    ["changed", { sha256: sha("c") }, [held(3), held(9, { textSha256: sha("b") })]],
  ] as const)("comes again because it is %s", (reason, more, before) => {
    expect(activated(more, [...before])).toMatchObject({
      type: "skill-reactivated",
      payload: { reason, previous: { turn: 1 } },
    });
  });

  it("leads to the same text where that stands there, else to the newest", () => {
    const both = [held(3), held(9, { textSha256: sha("b") })];
    expect(activated({}, both).payload).toMatchObject({ previous: { seq: 3 } });
    expect(activated({ sha256: sha("c") }, both).payload).toMatchObject({ previous: { seq: 9 } });
  });

  it("is foreign where nobody here has such a skill, or its text is not told", () => {
    for (const more of [{ skill: null }, { skill: undefined }, { recognised: undefined }])
      expect(activated(more)).toMatchObject({
        type: "foreign-skill-activated",
        payload: { name: "release-notes", textSha256: sha("a") },
      });
    expect(activated({ skill: null, name: undefined }).payload).toMatchObject({ name: "" });
  });

  it("says how it came: by a command, with a result of its own, with what was asked for", () => {
    const fact: SkillFact = {
      kind: "activated",
      call: null,
      name: "release-notes",
      result: "Launched.",
      text: "Body",
      arguments: "for 1.2",
      by: "tool",
      note: null,
      directory: null,
      isPart: false,
    };
    expect(activated({ by: "command" }).payload).toMatchObject({ readBy: "command" });
    expect(activated().payload).not.toHaveProperty("readBy");
    expect(activated({ resultTokens: 2 }, [], fact).payload).toMatchObject({
      arguments: "for 1.2",
      callResult: { text: "Launched.", tokens: 2 },
    });
    expect(activated({ resultTokens: 2 }).payload).toMatchObject({ callResult: { text: "", tokens: 2 } });
  });
});

describe("a note in the place of a text", () => {
  const already = (before: Activated[], more: Partial<ReadFact> = {}, fact: SkillFact | null = null) =>
    alreadyEvent({ read: read({ kind: "already", tokens: 10, ...more }), fact, asked, held: before });

  it("says since when the newest text stands there and what was saved", () => {
    expect(already([held(3), held(7, { turn: 2, tokens: 300 })])).toMatchObject({
      type: "skill-already-active",
      payload: { since: { turn: 2, seq: 7 }, tokensSaved: 290, arguments: "" },
    });
  });

  it("never says that a longer note than the text has saved anything", () => {
    expect(already([held(3, { tokens: 4 })]).payload).toMatchObject({ tokensSaved: 0 });
  });

  it("is a call of the host's where no such text went by, or the skill is nobody's here", () => {
    for (const event of [already([]), already([held(3)], { skill: null })])
      expect(event).toMatchObject({
        type: "tool-called",
        payload: { skill: null, answeredBy: "host", result: "Launched." },
      });
  });
});

describe("the list of skills", () => {
  const found = {
    place: "first-message",
    ours: ["a", "b", "c"],
    others: ["x"],
    shortened: [{ skillId: anId(1), name: "b", keptCharacters: 9 }],
  };
  const fact = (more: Partial<ReadFact> = {}): ReadFact => ({
    kind: "catalogue",
    tokens: 50,
    bytes: 200,
    sha256: sha("a"),
    found,
    ...more,
  });

  it("counts whose they are and which were cut", () => {
    expect(catalogueEvent(fact(), "The list").payload).toMatchObject({
      text: "The list",
      characters: 8,
      skills: 4,
      place: "first-message",
      truncated: [{ skillId: anId(1), name: "b", keptCharacters: 9, reason: "cut by the host" }],
      found: { ours: ["a", "b", "c"], others: ["x"], whole: 2 },
    });
  });

  it("has its size also where its words are not kept", () => {
    expect(catalogueEvent(fact(), "").payload).toMatchObject({ characters: 200, budgetCharacters: 200 });
  });

  it.each(["system-prompt", "user 7", "", "elsewhere"])("names no place of its own for %j", (place) => {
    const event = catalogueEvent(fact({ found: { ...found, place } }), "");
    expect(event.payload).not.toHaveProperty("place");
  });

  it("is none of anybody's where nothing was found in it", () => {
    expect(catalogueEvent(fact({ found: undefined }), "").payload).toMatchObject({
      skills: 0,
      truncated: [],
      found: { ours: [], others: [], whole: 0 },
    });
  });
});

describe("a file of a skill", () => {
  it("is read whole, as far as a host shows it", () => {
    const fact = read({ kind: "read", path: "references/a.md", bytes: 9 });
    expect(readEvent(fact, asked)).toMatchObject({
      type: "resource-read",
      payload: { skill, path: "references/a.md", bytes: 9, totalBytes: 9, nextOffset: null, recognised },
    });
  });

  it("is a call of the host's where nobody knows the skill", () => {
    expect(readEvent(read({ kind: "read", skill: null }), asked).type).toBe("tool-called");
    expect(readEvent(read({ kind: "read", recognised: undefined }), asked).type).toBe("tool-called");
  });
});

describe("what a host did not do", () => {
  it.each([
    [null, true, "unknown-skill"],
    [null, false, "by-host"],
    [undefined, true, "unknown-skill"],
    ["SKILL.md", true, "unknown-skill"],
    ["skill.md", true, "unknown-skill"],
    ["SKILL.md", false, "by-host"],
    ["references/no.md", true, "unknown-resource"],
    ["references/no.md", false, "by-host"],
    ["references/SKILL.md", true, "unknown-resource"],
  ] as const)("of %s, unknown %s, is %s", (path, isUnknown, rule) => {
    expect(refusedEvent(read({ kind: "refused", path, isUnknown }), asked).payload).toMatchObject({
      rule,
      skillName: "release-notes",
      path: path ?? null,
      isError: true,
    });
  });

  it("is told in the host's own words, cut where they have no end", () => {
    const said = (result: string) =>
      refusedEvent(read({ kind: "refused", path: null }), { ...asked, result }).payload;
    expect(said("No such skill.")).toMatchObject({ message: "No such skill." });
    expect(said("")).toMatchObject({ message: "The host refused it." });
    expect(said("x".repeat(9_000))).toMatchObject({ message: "x".repeat(500) });
  });

  it("names no skill where the call named none", () => {
    for (const name of ["", undefined])
      expect(refusedEvent(read({ kind: "refused", name }), asked).payload).toMatchObject({ skillName: null });
  });
});

it("makes events that a log takes", () => {
  const events = [
    activated(),
    activated({}, [held(3)]),
    activated({ skill: null }),
    alreadyEvent({ read: read(), fact: null, asked, held: [held(3)] }),
    catalogueEvent(read({ kind: "catalogue" }), ""),
    readEvent(read({ path: "a.md" }), asked),
    refusedEvent(read({ path: null }), asked),
  ];
  const place = {
    seq: 1,
    conversationId: anId(1),
    branchId: anId(2),
    runId: anId(3),
    turn: 1,
    at: "2026-11-21T14:11:00.000Z",
    traceId: "7".repeat(32),
  };
  for (const event of events)
    expect(eventSchema.safeParse({ ...event, ...place }).error, event.type).toBeUndefined();
});
