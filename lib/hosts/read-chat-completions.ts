import type { HostMessage, HostPart, HostTool } from "./host-traffic";
import { type Json, parseJson, toList, toRecord, toText } from "./json-values";

/** A request of the OpenAI Chat Completions API. */
export function readChatCompletions(body: Json): { messages: HostMessage[]; tools: HostTool[] } {
  return {
    messages: toList(body.messages).map((message, at) => ({
      role: roleOf(message.role),
      place: placeOf(message.role, at),
      parts:
        message.role === "tool"
          ? [
              {
                kind: "result",
                callId: toText(message.tool_call_id),
                text: contentOf(message.content)
                  .map((part) => (part.kind === "text" ? part.text : ""))
                  .join("\n"),
                isError: false,
              },
            ]
          : messageParts(message),
    })),
    tools: toList(body.tools).map((tool) => {
      const { name, parameters } = toRecord(tool.function);
      return { name: toText(name), inputSchema: toRecord(parameters) };
    }),
  };
}

const roleOf = (role: unknown): HostMessage["role"] =>
  role === "assistant" ? "assistant" : role === "system" || role === "developer" ? "system" : "user";

const placeOf = (role: unknown, at: number): string =>
  roleOf(role) === "system" ? "system-prompt" : role === "user" ? "first-message" : `${toText(role)} ${at}`;

const contentOf = (content: unknown): HostPart[] =>
  typeof content === "string"
    ? [{ kind: "text", text: content }]
    : toList(content).map((part) =>
        typeof part.text === "string" ? { kind: "text", text: part.text } : { kind: "data" },
      );

/** What a message of either side says and calls. */
export const messageParts = ({ content, tool_calls }: Json): HostPart[] => [
  ...contentOf(content),
  ...toList(tool_calls).map((call): HostPart => {
    const { name, arguments: given } = toRecord(call.function);
    return { kind: "call", id: toText(call.id), tool: toText(name), input: parseJson(toText(given)) };
  }),
];
