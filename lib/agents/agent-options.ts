import { type DialectId, dialectHeads, isDialectId, modesOf } from "@/lib/dialects/dialect-heads";

/** What an agent may be set to. */
export const catalogueModes = ["inline", "search", "auto", "router", "eager"] as const;
export const agentDialects = Object.keys(dialectHeads).filter(isDialectId);
/** The model that every installation has; the others are connections, by their ids. */
export const builtInModel = "rehearsal";

type Presentation = { dialect: string; mode: string };

/** Why a dialect cannot present a mode, in a sentence; null when it can. */
export function whyNotPresented({ dialect, mode }: Presentation): string | null {
  const modes: readonly string[] = modesOf(dialect);
  if (modes.includes(mode)) return null;
  return `The ${dialect} dialect has no ${mode} mode; it has ${modes.join(", ") || "none in this release"}.`;
}

/** A dialect with the mode to go with it: the one there is, or else the dialect's own. */
export function withMode(
  dialect: DialectId,
  mode: string,
): { dialect: DialectId; mode: (typeof catalogueModes)[number] } {
  const modes = modesOf(dialect);
  return { dialect, mode: modes.find((known) => known === mode) ?? dialectHeads[dialect].modes[0] };
}
