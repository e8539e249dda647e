import type { ModelProvider } from "./provider-options";

/** Makers by what their models' names begin with, or have behind the name of whoever serves them. */
const families: readonly (readonly [family: string, names: RegExp])[] = [
  ["anthropic", /claude/],
  ["openai", /(?:^|[/:.])(?:gpt|chatgpt|o\d|codex|davinci)/],
  ["google", /gemini|gemma|palm/],
  ["meta", /llama/],
  ["mistral", /mistral|mixtral|codestral|ministral|magistral|devstral/],
  ["qwen", /qwen|qwq/],
  ["deepseek", /deepseek/],
  ["microsoft", /(?:^|[/:.])phi-?\d/],
  ["xai", /grok/],
  ["cohere", /(?:^|[/:.])(?:command|c4ai|aya)/],
  ["moonshot", /kimi|moonshot/],
  ["zhipu", /(?:^|[/:.])(?:chat)?glm/],
];

/**
 * Who made a model, as its id says; of an id that says nothing, whoever is asked for it, and at which address. A guess from
 * names: it is told, and nothing is refused by it.
 */
export function modelFamily({
  provider,
  baseUrl,
  modelId,
}: {
  provider: ModelProvider;
  baseUrl: string | null;
  modelId: string;
}): string {
  const id = modelId.toLowerCase();
  const known = families.find(([, names]) => names.test(id));
  if (known) return known[0];
  return provider === "compatible" ? `${baseUrl ?? ""} ${id}` : provider;
}
