import { type AssistantModelMessage, jsonSchema, type ModelMessage, type ToolSet, tool } from "ai";
import { z } from "zod";
import type { ToolDefinition } from "@/lib/runtime/events";
import type { Prompt, PromptMessage, PromptPart } from "@/lib/runtime/prompt";

/** The prompt in the shape of the AI SDK; nothing is added and nothing left out. */
export function toModelMessages(prompt: Prompt): ModelMessage[] {
  return prompt.messages.map(toModelMessage);
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
