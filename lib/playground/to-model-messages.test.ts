import { streamText } from "ai";
import { describe, expect, it } from "vitest";
import { openProvider } from "@/lib/models/open-provider";
import type { Prompt, PromptPart } from "@/lib/runtime/prompt";
import { startedServer } from "@/lib/testing/models";
import type { Wire } from "@/lib/testing/servers/model-server";
import { toModelMessages, toToolSet } from "./to-model-messages";

const part = { seq: 1, tokens: 1, source: { kind: "history" as const } };
const text = (value: string): PromptPart => ({ ...part, type: "text", text: value });
const call = { ...part, id: "call_1", toolName: "activate_skill" };
const tool = { name: "activate_skill", description: "Loads a skill.", inputSchema: { type: "object" } };

const aPrompt = (tools: Prompt["tools"]): Prompt => ({
  system: "Be brief.",
  tools,
  messages: [
    { role: "user", parts: [text("Checkout is down")] },
    {
      role: "assistant",
      parts: [text("Let me look."), { ...call, type: "tool-call", input: { name: "sev" } }],
    },
    { role: "tool", parts: [{ ...call, type: "tool-result", text: "Find the row." }] },
    { role: "assistant", parts: [text("It is SEV2.")] },
    { role: "user", parts: [text("Thanks. And now?")] },
  ],
  toolTokens: 0,
  tokens: 9,
});

/** Through the client that asks the real provider: what was answered, and what had been sent. */
async function ask(wire: Wire, prompt: Prompt, tools = prompt.tools) {
  const server = await startedServer(wire, [{ kind: "answer", text: ["Rest."] }]);
  const provider = wire === "openai" ? ("compatible" as const) : ("anthropic" as const);
  const key = "sk-test-0123456789abcdefghij";
  const { stream } = streamText({
    model: openProvider({ provider, baseUrl: server.baseUrl, modelId: "large", key }, fetch),
    messages: toModelMessages(prompt),
    tools: toToolSet(tools),
    maxRetries: 0,
    onError: () => {},
  });
  let answered = "";
  for await (const piece of stream) {
    if (piece.type === "error") throw piece.error;
    if (piece.type === "text-delta") answered += piece.text;
  }
  return { answered, sent: JSON.stringify(server.requests[0]?.body) };
}

describe("a history with calls, when no tool is offered any more", () => {
  it("says in words what was called and answered, each where it stood", () => {
    const messages = toModelMessages(aPrompt([]));
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    expect(messages[1]?.content).toEqual([
      { type: "text", text: "Let me look." },
      {
        type: "text",
        text: '[Called the tool activate_skill with {"name":"sev"}; it is not offered any more.]',
      },
    ]);
    expect(messages[2]?.content).toEqual([
      { type: "text", text: "[The tool activate_skill answered:]\nFind the row." },
    ]);
  });

  it.each(["openai", "anthropic"] as const)("is answered over the %s wire", async (wire) => {
    const { answered, sent } = await ask(wire, aPrompt([]));
    expect(answered).toBe("Rest.");
    expect(sent).toContain("Find the row.");
    expect(sent).not.toMatch(/tool_use|tool_result|tool_calls|"role":"tool"/);
  });

  it("would be refused by Anthropic as calls and results", async () => {
    await expect(ask("anthropic", aPrompt([tool]), [])).rejects.toThrow("must define tools");
  });
});

it("keeps calls and results as they are while tools are offered", async () => {
  const { answered, sent } = await ask("anthropic", aPrompt([tool]));
  expect(answered).toBe("Rest.");
  expect(sent).toContain('"type":"tool_use"');
  expect(sent).toContain('"type":"tool_result"');
});

it("does not change the prompt it tells, which the log and the fingerprint are made of", () => {
  const prompt = aPrompt([]);
  toModelMessages(prompt);
  expect(prompt).toEqual(aPrompt([]));
});
