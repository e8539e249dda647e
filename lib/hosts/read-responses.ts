import type { HostMessage, HostPart, HostTool } from "./host-traffic";
import { type Json, parseJson, toList, toRecord, toText } from "./json-values";

/** A request of the OpenAI Responses API. */
export function readResponses(body: Json): { messages: HostMessage[]; tools: HostTool[] } {
  const instructions = toText(body.instructions);
  const items =
    typeof body.input === "string"
      ? [{ type: "message", role: "user", content: body.input }]
      : toList(body.input);
  return {
    messages: [
      ...(instructions === "" ? [] : [told("system", "system-prompt", [textPart(instructions)])]),
      ...items.flatMap(messageOf),
    ],
    tools: toList(body.tools).map(({ name, description, parameters }) => ({
      name: toText(name),
      description: toText(description),
      inputSchema: toRecord(parameters),
    })),
  };
}

const told = (role: HostMessage["role"], place: string, parts: HostPart[]): HostMessage => ({
  role,
  place,
  parts,
});
const textPart = (text: string): HostPart => ({ kind: "text", text });

function messageOf(item: Json): HostMessage[] {
  const parts = itemParts(item);
  switch (item.type) {
    case "function_call":
    case "custom_tool_call":
      return [told("assistant", "assistant", parts)];
    case "function_call_output":
    case "custom_tool_call_output":
      return [told("user", "result", parts)];
    default:
      if (item.role === undefined) return [];
      if (item.role === "developer" || item.role === "system")
        return [told("system", "system-prompt", parts)];
      return item.role === "assistant"
        ? [told("assistant", "assistant", parts)]
        : [told("user", "first-message", parts)];
  }
}

/** An item of a request or of an answer. */
export function itemParts(item: Json): HostPart[] {
  switch (item.type) {
    case "function_call":
    case "custom_tool_call":
      return [
        {
          kind: "call",
          id: toText(item.call_id),
          tool: toText(item.name),
          input: item.type === "function_call" ? parseJson(toText(item.arguments)) : toText(item.input),
        },
      ];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ kind: "result", callId: toText(item.call_id), text: outputOf(item.output), isError: false }];
    default:
      return typeof item.content === "string"
        ? [textPart(item.content)]
        : toList(item.content).map((part) =>
            typeof part.text === "string" ? textPart(part.text) : { kind: "data" },
          );
  }
}

const outputOf = (output: unknown): string =>
  typeof output === "string"
    ? output
    : Array.isArray(output)
      ? toList(output)
          .map(({ text }) => toText(text))
          .join("\n")
      : toText(toRecord(output).content);
