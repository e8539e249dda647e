import type { StepTokens } from "./ports";

/** US dollars per million tokens; null when not known. */
export type Prices = { input: number | null; output: number | null; cachedInput: number | null };

const perToken = 1_000_000;

/** US dollars of one request; null when a price is not known. Cached tokens without a price cost as others do. */
export function costOf(
  tokens: Pick<StepTokens, "input" | "output" | "cached">,
  { input, output, cachedInput }: Prices,
): number | null {
  if (input === null || output === null) return null;
  const cached = Math.min(tokens.cached ?? 0, tokens.input);
  const fresh = tokens.input - cached;
  return (fresh * input + cached * (cachedInput ?? input) + tokens.output * output) / perToken;
}
