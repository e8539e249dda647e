import {
  type AssistantModelMessage,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  type ToolSet,
  tool,
} from "ai";
import { z } from "zod";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { Prompt, PromptMessage, PromptPart } from "@/lib/runtime/prompt";

/** What a provider's requests can carry. */
type Wire = {
  /** Messages of role `system` behind the first of the conversation. */
  lateSystem: boolean;
  /** A mark of its own on results that are errors; others would be given another text for it. */
  errorMark: boolean;
};

/** By the provider's name as the AI SDK has it; of an unknown one, what all can do. */
export function wireOf(model: LanguageModel): Wire {
  const provider = typeof model === "string" ? "" : model.provider;
  const isAnthropic = /^anthropic\b/.test(provider);
  return { lateSystem: isAnthropic || /^openai\b/.test(provider), errorMark: isAnthropic };
}

/**
 * The prompt in the shape of the AI SDK; nothing is added and nothing left out. Without tools, earlier calls and
 * their answers are told as text: Anthropic and others refuse tool blocks in a request that offers no tool.
 */
export function toModelMessages(
  prompt: Prompt,
  wire: Wire = { lateSystem: false, errorMark: false },
): ModelMessage[] {
  const messages = prompt.tools.length > 0 ? prompt.messages : prompt.messages.map(tellCalls);
  return messages.map((message) => toModelMessage(message, wire));
}

/** Tools without `execute`: calls come back to us, so that each is decided and committed before the next request. */
export function toToolSet(definitions: readonly ToolDefinition[]): ToolSet {
  return Object.fromEntries(
    definitions.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

function toModelMessage({ role, parts }: PromptMessage, wire: Wire): ModelMessage {
  switch (role) {
    case "system":
      return wire.lateSystem
        ? { role, content: parts.map((part) => ("text" in part ? part.text : "")).join("\n\n") }
        : { role: "user", content: parts.flatMap(userPart) };
    case "user":
      return { role, content: parts.flatMap(userPart) };
    case "assistant":
      return { role, content: parts.flatMap(assistantPart) };
    case "tool":
      return { role, content: parts.flatMap((part) => toolPart(part, wire)) };
  }
}

/** The same message in words. An answer was the application's, so it stands where the person's words do. */
function tellCalls({ role, parts }: PromptMessage): PromptMessage {
  return { role: role === "tool" ? "user" : role, parts: parts.map(tellCall) };
}

function tellCall(part: PromptPart): PromptPart {
  if (part.type !== "tool-call" && part.type !== "tool-result") return part;
  const { seq, tokens, source, toolName } = part;
  const text =
    part.type === "tool-call"
      ? `[Called the tool ${toolName} with ${JSON.stringify(part.input) ?? "nothing"}; it is not offered any more.]`
      : `[The tool ${toolName} answered:]\n${part.text}`;
  return { type: "text", seq, tokens, source, text };
}

const userPart = (part: PromptPart) =>
  part.type === "text" ? [{ type: "text" as const, text: part.text }] : [];

function assistantPart(part: PromptPart): Exclude<AssistantModelMessage["content"], string> {
  switch (part.type) {
    case "text":
    case "reasoning":
      return [{ type: part.type, text: part.text, ...providerOptions(part) }];
    case "tool-call":
      return [
        {
          type: "tool-call" as const,
          toolCallId: part.id,
          toolName: part.toolName,
          input: part.input,
          ...providerOptions(part),
        },
      ];
    case "tool-result":
      return [];
  }
}

const metadataSchema = z.record(z.string(), z.record(z.string(), z.json()));

/** What the provider put beside its answer goes back to it as it came. */
function providerOptions({ metadata }: { metadata?: unknown }) {
  const parsed = metadataSchema.safeParse(metadata);
  return parsed.success ? { providerOptions: parsed.data } : {};
}

const toolPart = (part: PromptPart, { errorMark }: Wire) =>
  part.type === "tool-result"
    ? [
        {
          type: "tool-result" as const,
          toolCallId: part.id,
          toolName: part.toolName,
          output: {
            type: part.isError && errorMark ? ("error-text" as const) : ("text" as const),
            value: part.text,
          },
        },
      ]
    : [];
