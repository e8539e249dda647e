import type { HostProtocol } from "./host-traffic";

/** Where a request of each protocol has its conversation, without which it is none. */
export const historyField = {
  messages: "messages",
  responses: "input",
  "chat-completions": "messages",
  "generate-content": "contents",
} as const satisfies Record<HostProtocol, string>;
