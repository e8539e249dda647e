import type { DialectId } from "@/lib/dialects/dialect-heads";

/** How a host speaks to its model; each is named after what its requests are called. */
export const hostProtocols = ["messages", "responses", "chat-completions", "generate-content"] as const;
export type HostProtocol = (typeof hostProtocols)[number];

/** Hosts that are known by what they send. */
export const knownHosts = {
  "claude-code": "Claude Code",
  codex: "Codex",
  "gemini-cli": "Gemini CLI",
} as const satisfies Partial<Record<DialectId, string>>;
export type KnownHost = keyof typeof knownHosts;
export const isKnownHost = (host: string): host is KnownHost => Object.hasOwn(knownHosts, host);

export type HostCall = { id: string; tool: string; input: unknown };
export type HostPart =
  | { kind: "text"; text: string }
  | ({ kind: "call" } & HostCall)
  | { kind: "result"; callId: string; text: string; isError: boolean }
  /** A picture or another file: its bytes are not looked at. */
  | { kind: "data" };

export type HostMessage = {
  role: "system" | "user" | "assistant";
  /** `system-prompt`, `first-message`, `after-first-message`, or the role and the number of the message. */
  place: string;
  parts: HostPart[];
};

export type HostTool = {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
};

/** One request of a host in the form that all protocols have in common. */
export type HostRequest = {
  protocol: HostProtocol;
  host: KnownHost | null;
  version: string | null;
  /** As the host calls it. */
  model: string;
  /** What the host itself calls the session; null where it does not say. */
  session: string | null;
  messages: HostMessage[];
  tools: HostTool[];
};

/** What a model answered to one request. */
export type HostAnswer = {
  parts: HostPart[];
  finishReason: string;
  /** As the provider counted; null where it did not. */
  tokens: { input: number; output: number; cached: number | null } | null;
  /** False for a stream that was cut or cannot be read to its end. */
  isWhole: boolean;
};
