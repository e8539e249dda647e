import { historyField } from "./history-field";
import type { HostMessage, HostProtocol, HostRequest, HostTool, KnownHost } from "./host-traffic";
import { type Json, toRecord, toText } from "./json-values";
import { readChatCompletions } from "./read-chat-completions";
import { readContents } from "./read-contents";
import { readMessages, sessionOfMessages } from "./read-messages";
import { readResponses } from "./read-responses";

type Read = (body: Json) => { messages: HostMessage[]; tools: HostTool[] };

const readers = {
  messages: readMessages,
  responses: readResponses,
  "chat-completions": readChatCompletions,
  "generate-content": readContents,
} as const satisfies Record<HostProtocol, Read>;

/**
 * A request of any host, whatever it holds; null for one that is none of its protocol. `model`: by the address, where
 * the protocol names it there. `userAgent` tells the version where the body does not.
 */
export function readHostRequest(
  protocol: HostProtocol,
  body: unknown,
  { model = "", userAgent = "" }: { model?: string; userAgent?: string } = {},
): HostRequest | null {
  const record = toRecord(body);
  const list = record[historyField[protocol]];
  if (!Array.isArray(list) && !(protocol === "responses" && typeof list === "string")) return null;
  const { messages, tools } = readers[protocol](record);
  return {
    protocol,
    ...hostOf(protocol, record, { messages, tools, userAgent }),
    model: toText(record.model) || model,
    session: sessionOf(protocol, record),
    messages,
    tools,
  };
}

function sessionOf(protocol: HostProtocol, body: Json): string | null {
  if (protocol === "messages") return sessionOfMessages(body);
  return toText(body.prompt_cache_key) || null;
}

type Told = { messages: readonly HostMessage[]; tools: readonly HostTool[]; userAgent: string };

function hostOf(
  protocol: HostProtocol,
  body: Json,
  { messages, tools, userAgent }: Told,
): { host: KnownHost | null; version: string | null } {
  const has = (name: string) => tools.some((tool) => tool.name === name);
  const version = (pattern: RegExp, text = userAgent) => pattern.exec(text)?.[1] ?? null;
  if (protocol === "messages") {
    const told = messages
      .filter(({ place }) => place === "system-prompt")
      .flatMap(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text.slice(0, 400) : "")))
      .join("\n");
    const found = version(/\bcc_version=(\d+\.\d+\.\d+)/, told) ?? version(/^claude-cli\/(\d+\.\d+\.\d+)/);
    return found !== null || has("Skill") ? { host: "claude-code", version: found } : unknown;
  }
  if (protocol === "responses") {
    const found = version(/^codex[\w-]*\/(\d+\.\d+\.\d+)/);
    const isCodex = found !== null || "x-codex-window-id" in toRecord(body.client_metadata);
    return isCodex || has("exec_command") ? { host: "codex", version: found } : unknown;
  }
  if (protocol === "generate-content") {
    const found = version(/^GeminiCLI(?:-[\w-]+)?\/(\d+\.\d+\.\d+)/);
    return found !== null || has("activate_skill") ? { host: "gemini-cli", version: found } : unknown;
  }
  return unknown;
}

const unknown = { host: null, version: null } as const;
