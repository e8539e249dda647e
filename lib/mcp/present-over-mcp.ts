import { modesOf } from "@/lib/dialects/dialect-heads";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import { asksRouter, putsBodies } from "@/lib/runtime/mode-steps";

/**
 * How an agent's skills are told over MCP: with the tools of its dialect. A host that puts all instructions into the
 * prompt has no tool to load one, and MCP reaches no prompt: there the standard dialect tells them. Nobody's message
 * arrives for a router to choose by, so all skills are offered.
 */
export function presentOverMcp(own: { dialect: string; mode: string }): {
  dialect: string;
  mode: CatalogueMode;
} {
  const modes = modesOf(own.dialect).filter((mode) => !putsBodies(mode) && !asksRouter(mode));
  const [first] = modes;
  if (first === undefined) return { dialect: "standard", mode: "auto" };
  const same = modes.find((mode) => mode === own.mode);
  return { dialect: own.dialect, mode: same ?? (modes.includes("auto") ? "auto" : first) };
}
