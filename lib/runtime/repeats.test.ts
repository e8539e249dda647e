import { describe, expect, it } from "vitest";
import { claudeCodeDialect } from "@/lib/dialects/claude-code";
import { skillkitDialect } from "@/lib/dialects/skillkit";
import { standardDialect } from "@/lib/dialects/standard";
import { aRunStarted, aSkillSession } from "@/lib/testing/sessions/skill-sessions";
import { assemblePrompt } from "./assemble-prompt";
import { measureRun } from "./compare-runs";
import { computeLedger } from "./compute-ledger";
import { tokensRepeated } from "./decide-repeat";
import type { Dialect } from "./dialect";
import { eventSchema } from "./events";
import { summariseRun } from "./summarise-run";

const packages = {
  notes: {
    "SKILL.md": "---\nname: notes\ndescription: Writes notes.\n---\n\n# Notes\n\nGroup them by area.\n",
  },
  leave: { "SKILL.md": "---\nname: leave\ndescription: Lists.\nallowed-tools: Bash(ls *)\n---\nList it.\n" },
};

async function begun(dialect: Dialect, windowTokens = 200_000, unattended?: true) {
  const opened = aSkillSession(packages, { dialect, ...(unattended ? { unattended } : {}) });
  const started = aRunStarted("Write notes");
  await opened.log.append({
    type: "run-started",
    payload: { ...started, model: { ...started.model, windowTokens } },
  });
  await opened.session.injectCatalogue();
  let calls = 0;
  const made = async (toolName: string, input: Record<string, unknown>) => {
    calls += 1;
    const call = { id: `c${calls}`, toolName, input, step: calls };
    const content = [{ type: "tool-call" as const, ...call, tokens: 1 }];
    await opened.log.append({
      type: "model-step",
      payload: {
        step: calls,
        request: { throughSeq: 0, sha256: "", messages: 0, tokens: 0 },
        response: { content, finishReason: "tool-calls" },
        tokens: { input: 0, output: 0, cached: null, source: "estimate" },
        timeToFirstTokenMs: null,
        durationMs: 0,
        cost: null,
      },
    });
    return opened.session.answerCall(call);
  };
  const skill = (args?: string) => made("Skill", { skill: "notes", ...(args === undefined ? {} : { args }) });
  return { ...opened, made, skill, prompt: () => assemblePrompt(opened.log.events()) };
}

describe("the same skill again", () => {
  it("comes again whole where the host has no memory of it, and the event says what that cost", async () => {
    const { log, made, prompt } = await begun(skillkitDialect);
    await made("notes", {});
    const again = await made("notes", {});
    if (again.type !== "skill-reactivated") throw new Error(again.type);
    expect(again.payload).toMatchObject({ reason: "repeated", previous: { turn: 1, seq: 4 } });
    expect(again.payload.tokensRepeated).toBe(again.payload.tokens);
    expect(tokensRepeated(again)).toBe(again.payload.tokens);
    expect(measureRun(log.events(), new Date())).toMatchObject({
      tokensSaved: 0,
      tokensRepeated: again.payload.tokens,
    });
    const texts = prompt().messages.flatMap(({ parts }) =>
      parts.flatMap((part) => ("text" in part ? [part.text] : [])),
    );
    expect(texts.filter((text) => text === again.payload.result)).toHaveLength(2);
    expect(summariseRun(log.events(), new Date()).tokensSaved).toBe(0);
    const ledger = computeLedger(log.events());
    expect(ledger.turns[0]?.parts.find(({ kind }) => kind === "skill")?.tokens).toBe(
      2 * again.payload.tokens,
    );
  });

  it("is a note in Greenroom's own dialect, which saves the text", async () => {
    const { log, made } = await begun(standardDialect);
    await made("activate_skill", { name: "notes" });
    const again = await made("activate_skill", { name: "notes" });
    expect(again.type).toBe("skill-already-active");
    expect(summariseRun(log.events(), new Date()).tokensSaved).toBeGreaterThan(0);
  });

  it("is a note in Claude Code as long as it was the last of this skill, and whole behind another", async () => {
    const { skill } = await begun(claudeCodeDialect);
    const types = [await skill("A"), await skill("A"), await skill("B"), await skill("A"), await skill("A")];
    expect(types.map(({ type, payload }) => ("reason" in payload ? payload.reason : type))).toEqual([
      "skill-activated",
      "skill-already-active",
      "other-arguments",
      "repeated",
      "skill-already-active",
    ]);
  });
});

describe("a text that follows its call", () => {
  it("is the person's own behind the result, with a word before it when it comes again", async () => {
    const { skill, prompt } = await begun(claudeCodeDialect);
    await skill("A");
    await skill("B");
    const messages = prompt().messages.slice(-3);
    expect(messages.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
    const [, result, text] = messages;
    expect(result?.parts).toMatchObject([{ type: "tool-result", text: "Loaded skill: notes" }]);
    expect(text?.parts).toMatchObject([
      { text: expect.stringContaining("Once more /notes"), source: { kind: "history" } },
      { text: expect.stringMatching(/^Base directory[\s\S]*\n\n\nARGUMENTS: B$/), source: { kind: "skill" } },
    ]);
  });

  it("stands behind all results of its step, which providers want together", async () => {
    const { session, log, prompt } = await begun(claudeCodeDialect);
    const call = (id: string, name: string) => ({ id, toolName: "Skill", input: { skill: name }, step: 1 });
    const calls = [call("a", "notes"), call("b", "nobody"), call("c", "leave")];
    const content = calls.map((one) => ({ type: "tool-call" as const, ...one, tokens: 1 }));
    await log.append({
      type: "model-step",
      payload: {
        step: 1,
        request: { throughSeq: 0, sha256: "", messages: 0, tokens: 0 },
        response: { content, finishReason: "tool-calls" },
        tokens: { input: 0, output: 0, cached: null, source: "estimate" },
        timeToFirstTokenMs: null,
        durationMs: 0,
        cost: null,
      },
    });
    for (const one of calls) await session.answerCall(one);
    const last = prompt().messages.slice(-2);
    expect(last.map(({ role, parts }) => [role, parts.length])).toEqual([
      ["tool", 3],
      ["user", 2],
    ]);
    const failed = last[0]?.parts.map((part) => part.type === "tool-result" && part.isError === true);
    expect(failed).toEqual([false, true, false]);
  });
});

describe("a catalogue among the messages", () => {
  it("is in the first message of a small window, and behind it as the host's words in a large one", async () => {
    const small = (await begun(claudeCodeDialect)).prompt();
    expect(small.system).toBe("Be brief.");
    expect(small.messages[0]?.parts).toMatchObject([
      { text: expect.stringMatching(/^<system-reminder>[\s\S]*- notes: What notes does\./) },
      { text: "Write notes" },
    ]);
    const large = (await begun(claudeCodeDialect, 1_000_000)).prompt();
    expect(large.messages.map(({ role }) => role)).toEqual(["user", "system"]);
    expect(large.messages[1]?.parts).toMatchObject([
      { text: expect.stringMatching(/^Skills that[\s\S]*\n- leave: /) },
    ]);
    expect(large.tokens).toBe(
      small.tokens + (await catalogueTokens(1_000_000)) - (await catalogueTokens(200_000)),
    );
  });
});

async function catalogueTokens(windowTokens: number): Promise<number> {
  const { log } = await begun(claudeCodeDialect, windowTokens);
  const event = log.events().find(({ type }) => type === "catalogue-injected");
  return event?.type === "catalogue-injected" ? event.payload.tokens : 0;
}

describe("a skill that needs leave", () => {
  it("is taken as allowed while a person is there, and the event says so", async () => {
    const { made } = await begun(claudeCodeDialect);
    expect(await made("Skill", { skill: "leave" })).toMatchObject({
      type: "skill-activated",
      payload: { leaveAsked: true },
    });
    expect(await made("Skill", { skill: "notes" })).not.toHaveProperty("payload.leaveAsked");
  });

  it("is refused where nobody can be asked, with the rule that would allow it", async () => {
    const { made } = await begun(claudeCodeDialect, 200_000, true);
    const event = await made("Skill", { skill: "leave" });
    if (event.type !== "request-refused") throw new Error(event.type);
    expect(event.payload).toMatchObject({ rule: "needs-leave", isError: true });
    expect(event.payload.result).toContain("Skill(leave)");
  });
});

describe("logs from before", () => {
  it("are read, and give the prompts that they gave", async () => {
    const { log, made } = await begun(standardDialect);
    await made("activate_skill", { name: "nobody" });
    const before = log.events().map((event) => {
      const { isError: _, ...payload } = { isError: undefined, ...event.payload };
      return eventSchema.parse({ ...event, payload });
    });
    const results = (events: typeof before) =>
      assemblePrompt(events).messages.flatMap(({ parts }) =>
        parts.filter(({ type }) => type === "tool-result"),
      );
    expect(results(before)[0]).not.toHaveProperty("isError");
    expect(results([...log.events()])[0]).toHaveProperty("isError", true);
  });
});
