/** What a workspace keeps of what live hosts send: everything, what happened to skills alone, or nothing. */
export const gatewayKeepings = ["all", "skills", "nothing"] as const;

/**
 * How an exchange ended: to its end; cut, or never begun, by the model's side; left by the host; or too late for the
 * connection's limit.
 */
export const exchangeEndings = ["whole", "cut", "left", "late"] as const;
export type ExchangeEnding = (typeof exchangeEndings)[number];

/** What a gateway key opens at present. `ended`: its person left the workspace; `lacks-model`: its model is gone. */
export const gatewayKeyStates = ["active", "stopped", "expired", "revoked", "ended", "lacks-model"] as const;
export type GatewayKeyState = (typeof gatewayKeyStates)[number];

/** How a host speaks to its model; each is named after what its requests are called. */
export const wireProtocols = ["messages", "responses", "chat-completions", "generate-content"] as const;
export type WireProtocol = (typeof wireProtocols)[number];
