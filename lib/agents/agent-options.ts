import { type DialectId, dialectHeads, isDialectId, modesOf } from "@/lib/dialects/dialect-heads";
import type { catalogueModes } from "@/lib/runtime/catalogue-modes";

/** What an agent may be set to. */
export const agentDialects = Object.keys(dialectHeads).filter(isDialectId);
/** The model that every installation has; the others are connections, by their ids. */
export const builtInModel = "rehearsal";

/** How many skills an agent may have. */
export const mostAssignments = 500;
/** Says it of an agent, by its name. */
export const tooManyAssignments = (agent: string): string =>
  `${agent} has ${mostAssignments} skills, and none has more. Take some away first.`;

type Presentation = { dialect: string; mode: string };

/** Why a dialect cannot present a mode, in a sentence; null when it can. */
export function whyNotPresented({ dialect, mode }: Presentation): string | null {
  const modes: readonly string[] = modesOf(dialect);
  if (modes.includes(mode)) return null;
  return `The ${dialect} dialect has no ${mode} mode; it has ${modes.join(", ") || "none in this release"}.`;
}

/** A dialect with the mode to go with it: the one there was, unless the dialect before left no choice, or its own. */
export function withMode(
  dialect: DialectId,
  before: Presentation,
): { dialect: DialectId; mode: (typeof catalogueModes)[number] } {
  const [own] = dialectHeads[dialect].modes;
  const wasChosen = modesOf(before.dialect).length > 1;
  const kept = wasChosen ? modesOf(dialect).find((known) => known === before.mode) : undefined;
  return { dialect, mode: kept ?? own };
}

/** Why a skill that an agent is assigned or finds does not go out to it. */
export const leftOutReasons = [
  "not-chosen",
  "draft",
  "archived",
  "withdrawn",
  "hidden-text",
  "no-version",
  "same-folder",
  "host-refuses",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
