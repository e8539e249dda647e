import { type AssistantModelMessage, jsonSchema, type ModelMessage, type ToolSet, tool } from "ai";
import { z } from "zod";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { Prompt, PromptMessage, PromptPart } from "@/lib/runtime/prompt";

/**
 * The prompt in the shape of the AI SDK; nothing is added and nothing left out. Without tools, earlier calls and
 * their answers are told as text: Anthropic and others refuse tool blocks in a request that offers no tool.
 */
export function toModelMessages(prompt: Prompt): ModelMessage[] {
  const messages = prompt.tools.length > 0 ? prompt.messages : prompt.messages.map(tellCalls);
  return messages.map(toModelMessage);
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

function toModelMessage({ role, parts }: PromptMessage): ModelMessage {
  switch (role) {
    case "user":
      return { role, content: parts.flatMap(userPart) };
    case "assistant":
      return { role, content: parts.flatMap(assistantPart) };
    case "tool":
      return { role, content: parts.flatMap(toolPart) };
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

const toolPart = (part: PromptPart) =>
  part.type === "tool-result"
    ? [
        {
          type: "tool-result" as const,
          toolCallId: part.id,
          toolName: part.toolName,
          output: { type: "text" as const, value: part.text },
        },
      ]
    : [];
