import { describe, expect, it } from "vitest";
import type { NewEvent, SessionEvent, SkillRef } from "@/lib/runtime/events";
import { aRunStarted } from "@/lib/testing/sessions/skill-sessions";
import { notKept, unkeptInput, withoutWords } from "./kept-words";
import { ServedLog } from "./served-log";

const skill: SkillRef = {
  skillId: crypto.randomUUID(),
  name: "notes",
  version: 1,
  draftRevision: null,
  digest: "d",
};
const said = "customer 4711";
const digest = (words: string) => `digest of ${words.length}`;
const call = { id: "one", toolName: "Skill", input: { said }, step: 1 };
const answer = { askedBy: "model" as const, call, result: `Of ${said}`, tokens: 3 };

async function kept(event: NewEvent, unfilled = new Map<number, string>()): Promise<SessionEvent> {
  const log = new ServedLog([], { sessionId: "s", traceId: "t", now: () => new Date(0) });
  await log.startTurn("run");
  return withoutWords(await log.append(event), { digest, unfilled, names: new Set(["notes"]) });
}

describe("withoutWords", () => {
  it("leaves nothing of what people and models wrote, whatever happened", async () => {
    const candidates: never[] = [];
    const activation = { ...answer, skill, textSha256: "x", arguments: said, flags: [] };
    const since = { turn: 1, seq: 1 };
    const refusal = { rule: "unknown-skill" as const, skillName: said, path: said, message: said };
    const events: NewEvent[] = [
      { type: "run-started", payload: aRunStarted(said) },
      {
        type: "skills-routed",
        payload: { query: said, reasoning: said, candidates, chosen: ["notes"], dropped: [said] },
      },
      { type: "model-retried", payload: { step: 1, attempt: 1, code: "c", message: said, waitMs: 1 } },
      { type: "skill-activated", payload: activation },
      { type: "skill-reactivated", payload: { ...activation, reason: "changed", previous: since } },
      {
        type: "skill-already-active",
        payload: { ...answer, skill, textSha256: "x", arguments: said, since, tokensSaved: 1 },
      },
      { type: "skills-searched", payload: { ...answer, query: said, candidates, chosen: [] } },
      { type: "tool-called", payload: { ...answer, skill: null, answeredBy: "runtime" } },
      { type: "request-refused", payload: { ...answer, ...refusal } },
    ];
    for (const event of events) {
      const stored = await kept(event);
      expect(JSON.stringify(stored)).not.toContain("4711");
      expect(stored.type).toBe(event.type);
    }
  });

  it("keeps skills, files and texts of the library, and of a call its tool, size and digest", async () => {
    const file = {
      path: "a.md",
      kind: "text" as const,
      offset: 0,
      bytes: 2,
      totalBytes: 2,
      nextOffset: null,
    };
    const read = await kept({ type: "resource-read", payload: { ...answer, result: "# A", skill, ...file } });
    const input = {
      omitted: `${JSON.stringify({ said }).length} bytes`,
      digest: digest(JSON.stringify({ said })),
    };
    expect(read).toMatchObject({ payload: { result: "# A", path: "a.md", call: { ...call, input } } });
    expect(unkeptInput({ said }, digest)).toEqual(input);
    const plain = { ...answer, skill, textSha256: "x", arguments: "", flags: [], result: "# Notes" };
    const active = await kept({ type: "skill-activated", payload: plain });
    expect(active).toMatchObject({ payload: { result: "# Notes", textSha256: "x", arguments: "" } });
  });

  it("puts a skill's own text where arguments or a command had made another of it", async () => {
    const own = new Map([[1, "# Notes for $ARGUMENTS"]]);
    const activation = { ...answer, skill, textSha256: "x", flags: [] };
    const filled = await kept({ type: "skill-activated", payload: { ...activation, arguments: said } }, own);
    expect(filled).toMatchObject({
      payload: { result: "# Notes for $ARGUMENTS", arguments: notKept, textSha256: "digest of 1" },
    });
    const shown = await kept({ type: "skill-activated", payload: { ...activation, arguments: "" } }, own);
    expect(shown).toMatchObject({ payload: { result: "# Notes for $ARGUMENTS", textSha256: "x" } });
  });

  it("keeps the text of a refusal that names a skill of the session and nothing else", async () => {
    const refusal = { ...answer, rule: "disabled" as const, path: null, message: "notes is off" };
    const known = await kept({ type: "request-refused", payload: { ...refusal, skillName: "notes" } });
    expect(known).toMatchObject({ payload: { skillName: "notes", message: "notes is off" } });
    const other = await kept({ type: "request-refused", payload: { ...refusal, skillName: said } });
    expect(other).toMatchObject({ payload: { rule: "disabled", skillName: null, message: notKept } });
  });
});
