import type { HostMessage, HostPart, HostTool } from "./host-traffic";
import { type Json, parseJson, toList, toRecord, toText } from "./json-values";

/** A request of the Anthropic Messages API. */
export function readMessages(body: Json): { messages: HostMessage[]; tools: HostTool[] } {
  const system = blocksOf(body.system).flatMap(partOf);
  return {
    messages: [
      ...(system.length > 0 ? [{ role: "system" as const, place: "system-prompt", parts: system }] : []),
      ...toList(body.messages).map(({ role, content }, at) => ({
        role: roleOf(role),
        place: placeOf(toText(role), at),
        parts: blocksOf(content).flatMap(partOf),
      })),
    ],
    tools: toList(body.tools).map(({ name, description, input_schema }) => ({
      name: toText(name),
      description: toText(description),
      inputSchema: toRecord(input_schema),
    })),
  };
}

/** The session's id that Claude Code sends among what it says of its user. */
export function sessionOfMessages(body: Json): string | null {
  const user = toText(toRecord(body.metadata).user_id);
  const session =
    toText(toRecord(parseJson(user)).session_id) || (/_session_([\w-]+)$/.exec(user)?.[1] ?? "");
  return session === "" ? null : session;
}

const roleOf = (role: unknown): HostMessage["role"] =>
  role === "assistant" || role === "system" ? role : "user";

const placeOf = (role: string, at: number): string =>
  role === "user" && at === 0
    ? "first-message"
    : role === "system" && at === 1
      ? "after-first-message"
      : `${role} ${at}`;

const blocksOf = (content: unknown): Json[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : toList(content);

/** A block of a message, by either side. */
export function partOf(block: Json): HostPart[] {
  switch (block.type) {
    case "text":
      return [{ kind: "text", text: toText(block.text) }];
    case "tool_use":
      return [{ kind: "call", id: toText(block.id), tool: toText(block.name), input: block.input }];
    case "tool_result":
      return [
        {
          kind: "result",
          callId: toText(block.tool_use_id),
          text: blocksOf(block.content)
            .map(({ text }) => toText(text))
            .join("\n"),
          isError: block.is_error === true,
        },
      ];
    case "image":
    case "document":
      return [{ kind: "data" }];
    default:
      return [];
  }
}
