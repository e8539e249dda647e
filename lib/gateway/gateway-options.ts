/** What a workspace keeps of what live hosts send: everything, what happened to skills alone, or nothing. */
export const gatewayKeepings = ["all", "skills", "nothing"] as const;

/**
 * How an exchange ended: to its end; cut by the model's side; left by the host; too late for the connection's limit; or
 * refused here before anybody was asked.
 */
export const exchangeEndings = ["whole", "cut", "left", "late", "refused"] as const;

/** What a gateway key opens at present. `ended`: its person left the workspace; `lacks-model`: its model is gone. */
export const gatewayKeyStates = ["active", "stopped", "expired", "revoked", "ended", "lacks-model"] as const;
export type GatewayKeyState = (typeof gatewayKeyStates)[number];

/** How a host speaks to its model; each is named after what its requests are called. */
export const wireProtocols = ["messages", "responses", "chat-completions", "generate-content"] as const;
export type WireProtocol = (typeof wireProtocols)[number];
