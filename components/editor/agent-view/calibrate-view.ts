import type { LevelTokens } from "@/lib/library/package-schema";
import type { AgentView } from "./agent-view";

type Levels = Pick<LevelTokens, "metadata" | "instructions">;

/**
 * The browser estimates by length what the server counts with a tokenizer. Here both are known of the same words, so
 * the estimates of what a host makes of them are scaled by it: the same words have one count on every page.
 */
export function calibrateView(view: AgentView, counted: Levels, estimated: Levels): AgentView {
  const scale = (tokens: number, level: keyof Levels) =>
    estimated[level] > 0 && counted[level] > 0
      ? Math.round((tokens * counted[level]) / estimated[level])
      : tokens;
  const level = view.always.kind === "instructions" ? "instructions" : "metadata";
  return {
    ...view,
    always: { ...view.always, tokens: scale(view.always.tokens, level) },
    activation: view.activation && {
      ...view.activation,
      tokens: scale(view.activation.tokens, "instructions"),
    },
  };
}
