import { describe, expect, it } from "vitest";
import { aRunStarted, aSkillSession, MemoryLog } from "@/lib/testing/sessions/skill-sessions";
import { assemblePrompt } from "./assemble-prompt";
import type { SessionEvent, ToolCall } from "./events";

const files = {
  triage: {
    "SKILL.md": `---\nname: triage\ndescription: T.\n---\n\n${"Severity. ".repeat(100)}`,
    "old.md": "old ".repeat(300),
    "new.md": "new ".repeat(300),
  },
};
let calls = 0;

/** A conversation in which each turn says what it does; the window is set for the newest. */
async function aConversation() {
  const log = new MemoryLog();
  const { session } = aSkillSession(files, { log });
  log.turn = 0;
  const turn = async (message: string, windowTokens = 200_000) => {
    log.turn += 1;
    const payload = aRunStarted(message);
    const messageTokens = Math.ceil(message.length / 4);
    const model = { ...payload.model, windowTokens };
    await log.append({ type: "run-started", payload: { ...payload, messageTokens, model } });
    await session.injectCatalogue();
  };
  const step = async (
    content: (ToolCall & { type: "tool-call"; tokens: number })[],
    input = 1,
    estimate = 1,
  ) => {
    await log.append({
      type: "model-step",
      payload: {
        step: 1,
        request: { throughSeq: 1, sha256: "", messages: 1, tokens: estimate },
        response: { content, finishReason: "stop" },
        tokens: { input, output: 1, cached: null, source: input === 1 ? "estimate" : "provider" },
        timeToFirstTokenMs: null,
        durationMs: 1,
        cost: null,
      },
    });
  };
  const ask = async (toolName: string, input: unknown) => {
    calls += 1;
    const call = { id: `call-${calls}`, toolName, input, step: 1 };
    await step([{ ...call, type: "tool-call", tokens: 5 }]);
    return session.answerCall(call);
  };
  const tokens = () => assemblePrompt(log.events()).tokens;
  return { log, session, turn, step, ask, tokens };
}
const evicted = (events: readonly SessionEvent[]) =>
  events.flatMap((event) =>
    event.type === "content-evicted" ? [event.payload.path ?? event.payload.what] : [],
  );
const activate = ["activate_skill", { name: "triage" }] as const;
const read = (path: string) => ["read_skill_resource", { name: "triage", path }] as const;

/** Two turns: an activation and a file, then talk and another file. */
async function aFullOne() {
  const conversation = await aConversation();
  await conversation.turn(`First. ${"word ".repeat(200)}`);
  await conversation.ask(...activate);
  await conversation.ask(...read("old.md"));
  await conversation.step([]);
  await conversation.turn(`Second. ${"word ".repeat(200)}`);
  await conversation.ask(...read("new.md"));
  await conversation.step([]);
  return conversation;
}

describe("shortening a history", () => {
  it("does nothing below 80 % of the window", async () => {
    const { session, turn, tokens } = await aFullOne();
    await turn("Third", Math.ceil(tokens() / 0.75));
    expect(await session.shortenHistory()).toEqual([]);
  });

  it("takes the oldest file first, says how much that freed, and stops when there is room", async () => {
    const { session, turn, tokens } = await aFullOne();
    await turn("Third", Math.floor(tokens() / 0.81));
    const before = tokens();
    const events = await session.shortenHistory();
    expect(evicted(events)).toEqual(["old.md"]);
    const [event] = events;
    if (event?.type !== "content-evicted") throw new Error("nothing was evicted");
    expect(event.payload.tokensFreed).toBe(before - tokens());
    expect(event.payload.why).toMatch(/^the oldest file, to stay below [\d,]+ tokens$/);
  });

  it("takes files, then turns, then the bodies of skills, each oldest first", async () => {
    const { session, turn } = await aFullOne();
    await turn("Third", 100);
    expect(evicted(await session.shortenHistory())).toEqual(["old.md", "new.md", "turn", "turn", "skill"]);
  });

  it("keeps an activated body when its turn goes, with the call that asked for it", async () => {
    const { session, turn, log, tokens } = await aFullOne();
    await turn("Third", Math.floor(tokens() / 1.4));
    expect(evicted(await session.shortenHistory())).toContain("turn");
    const messages = assemblePrompt(log.events()).messages;
    const parts = messages.flatMap((message) => message.parts);
    expect(parts.some(({ source }) => source.kind === "skill")).toBe(true);
    const asked = parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : []));
    const answered = parts.flatMap((part) => (part.type === "tool-result" ? [part.id] : []));
    expect(answered).toEqual(asked);
    expect(messages.at(-1)).toMatchObject({ role: "user", parts: [{ text: "Third" }] });
  });

  it("never takes what the model has not seen yet, nor the message it is to answer", async () => {
    const { session, turn, ask, log } = await aConversation();
    await turn("Only", 100);
    await ask(...read("old.md"));
    // The answer came after the newest request: it is what the next one is for.
    expect(evicted(await session.shortenHistory())).toEqual([]);
    expect(assemblePrompt(log.events()).messages).toHaveLength(3);
  });

  it("takes results of tools in a long turn before anything else is lost", async () => {
    const { session, turn, ask, step } = await aConversation();
    await turn("Only", 100);
    await ask(...read("old.md"));
    await ask(...read("new.md"));
    await step([]);
    expect(evicted(await session.shortenHistory())).toEqual(["old.md", "new.md"]);
  });

  it("believes the provider's count when it is higher than the estimate", async () => {
    const { session, turn, step, tokens } = await aFullOne();
    await turn("Third", Math.ceil(tokens() / 0.5));
    expect(await session.shortenHistory()).toEqual([]);
    await step([], 4_000, 2_000);
    expect(evicted(await session.shortenHistory()).length).toBeGreaterThan(0);
  });

  it("is the same for the same log, and brings an evicted skill back when it is asked for", async () => {
    const once = await aFullOne();
    const again = await aFullOne();
    for (const { turn } of [once, again]) await turn("Third", 100);
    expect(evicted(await once.session.shortenHistory())).toEqual(
      evicted(await again.session.shortenHistory()),
    );
    expect(await once.ask(...activate)).toMatchObject({
      type: "skill-reactivated",
      payload: { reason: "evicted" },
    });
  });
});
