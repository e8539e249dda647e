import type { ModelProvider } from "@/lib/models/provider-options";
import { type WireProtocol, wireProtocols } from "./gateway-options";

/** What each provider's address understands. Nothing is translated. */
export const protocolsOf = {
  anthropic: ["messages"],
  openai: ["responses", "chat-completions"],
  google: ["generate-content"],
  /** A server that lacks one of the two says so itself. */
  compatible: ["responses", "chat-completions"],
} as const satisfies Record<ModelProvider, readonly WireProtocol[]>;

/** Rehearsal answers in all of them. */
export const understoodBy = (provider: ModelProvider | null): readonly WireProtocol[] =>
  provider === null ? wireProtocols : protocolsOf[provider];
