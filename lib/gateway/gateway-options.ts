export { type HostProtocol as WireProtocol, hostProtocols as wireProtocols } from "@/lib/hosts/host-traffic";

/** What a workspace keeps of what live hosts send: everything, what happened to skills alone, or nothing. */
export const gatewayKeepings = ["all", "skills", "nothing"] as const;

/** What each choice keeps of an exchange: that there was one, with what happened to skills, and its texts. */
export const keptParts = {
  all: { exchanges: true, texts: true },
  skills: { exchanges: true, texts: false },
  nothing: { exchanges: false, texts: false },
} as const satisfies Record<(typeof gatewayKeepings)[number], { exchanges: boolean; texts: boolean }>;

/**
 * How an exchange ended: to its end; cut, or never begun, by the model's side; left by the host; or too late for the
 * connection's limit.
 */
export const exchangeEndings = ["whole", "cut", "left", "late"] as const;
export type ExchangeEnding = (typeof exchangeEndings)[number];

/** What a gateway key opens at present. `ended`: its person left the workspace; `lacks-model`: its model is gone. */
export const gatewayKeyStates = ["active", "stopped", "expired", "revoked", "ended", "lacks-model"] as const;
export type GatewayKeyState = (typeof gatewayKeyStates)[number];
