/** Who may be asked for a model. `compatible`: any address that speaks OpenAI's chat completions. */
export const modelProviders = ["anthropic", "openai", "google", "compatible"] as const;
export type ModelProvider = (typeof modelProviders)[number];

export const providerNames = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  compatible: "OpenAI-compatible",
} as const satisfies Record<ModelProvider, string>;

/** Where a provider is asked when no other address is given. */
export const providerAddresses = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  compatible: null,
} as const satisfies Record<ModelProvider, string | null>;
