import { estimateTokens } from "./estimate-tokens";
import { parseSkill } from "./parse-skill";

/** Estimates of a SKILL.md by level: what stands in every catalogue, and the body. */
export function estimateLevels(text: string): { metadata: number; instructions: number } {
  const { name, description, body } = parseSkill(text, { mode: "lenient" });
  return { metadata: estimateTokens(`${name}${description}`), instructions: estimateTokens(body) };
}
