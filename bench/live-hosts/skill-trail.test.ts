import { describe, expect, it } from "vitest";
import { runDialect } from "@/lib/hosts/run-dialect";
import { sha256 } from "@/lib/platform/crypto";
import type { NewEvent, SessionEvent } from "@/lib/runtime/events";
import { countTokens } from "@/lib/tokens/count-tokens";
import { readSkillFolder } from "../hosts/folder-source";
import { hosts } from "../hosts/hosts";
import { readCalls } from "../hosts/read-calls";
import { skillTrail } from "./skill-trail";

const folder = "bench/hosts/skills";
const calls = "bench/live-hosts/calls.json";

const trailOf = async (id: string) => {
  const host = hosts.find((one) => one.id === id);
  if (!host) throw new Error(`There is no ${id}.`);
  const { events } = await runDialect(host, readSkillFolder(folder), {
    calls: readCalls(calls, host),
    message: "Write",
    windowTokens: 200_000,
    countTokens,
    sha256,
  });
  return skillTrail(events);
};

const skill = { skillId: crypto.randomUUID(), name: "notes", version: 2, draftRevision: null, digest: "d" };
const answer = { askedBy: "model" as const, call: null, result: "", tokens: 1 };
const envelope = {
  seq: 1,
  conversationId: skill.skillId,
  branchId: skill.skillId,
  runId: skill.skillId,
  turn: 1,
  at: "2026-11-23T08:00:00.000Z",
  traceId: "t",
};
const lineOf = (event: NewEvent): string[] => skillTrail([{ ...event, ...envelope } satisfies SessionEvent]);

describe("the trail of skills in a log", () => {
  it.each(["claude-code", "codex", "gemini-cli"])("tells every call of %s that names a skill", async (id) => {
    const trail = await trailOf(id);
    expect(trail.find((line) => line.startsWith("activated "))).toMatch(/^activated release-notes v1/);
    expect(trail).toContain("read references/style.md of release-notes v1");
    expect(trail).toContain("refused release-notes, absent.md: there is none");
  });

  it("tells a text that came again with its reason, and what was asked for with it", async () => {
    const trail = await trailOf("claude-code");
    expect(trail.slice(0, 4)).toEqual([
      "told of branch-from-issue, long-description, needs-leave, odd-characters, release-notes, two-lines",
      'activated release-notes v1, with "for 1.2"',
      'already active release-notes v1, with "for 1.2"',
      'activated again (other-arguments) release-notes v1, with "for 1.3"',
    ]);
  });

  it("tells of a list whose skills were told and whose were cut, whoever told it", () => {
    const found = { ours: ["b", "a"], others: ["init"], whole: 1 };
    const payload = {
      mode: "inline" as const,
      text: "",
      sha256: "",
      tokens: 0,
      characters: 0,
      budgetCharacters: 0,
      unchangedSinceSeq: null,
      tools: [],
      toolTokens: 0,
      omitted: [],
      found,
      truncated: [{ skillId: skill.skillId, name: "a", keptCharacters: 3, reason: "" }],
    };
    expect(lineOf({ type: "catalogue-injected", payload })).toEqual(["told of a, b; cut: a"]);
  });

  it("tells a person's choice, a skill of elsewhere, and a call that names none by its tool", () => {
    const activation = { ...answer, skill, textSha256: "", arguments: "", flags: [] };
    expect(lineOf({ type: "skill-activated", payload: { ...activation, askedBy: "person" } })).toEqual([
      "activated notes v2, chosen by the person",
    ]);
    const foreign = { ...answer, name: "init", textSha256: "" };
    expect(lineOf({ type: "foreign-skill-activated", payload: foreign })).toEqual([
      "activated init, which is none of this workspace",
    ]);
    const call = { id: "c", toolName: "Bash", input: {}, step: 1 };
    const refused = { ...answer, call, rule: "by-host" as const, path: null, message: "" };
    const called = { ...answer, call, skill: null, answeredBy: "host" as const };
    expect(lineOf({ type: "tool-called", payload: called })).toEqual(["called Bash"]);
    expect(lineOf({ type: "request-refused", payload: { ...refused, skillName: null } })).toEqual([
      "called Bash",
    ]);
    expect(lineOf({ type: "request-refused", payload: { ...refused, skillName: "notes" } })).toEqual([
      "refused notes",
    ]);
  });

  it("leaves out what has to do with no skill", () => {
    expect(lineOf({ type: "text", payload: { step: 1, text: "Hello", tokens: 1 } })).toEqual([]);
  });
});
