import type { Dialect } from "./dialect";
import type { OfferedSkill, UnavailableSkill } from "./events";
import type { RuntimeLimits } from "./limits";
import type { EventLog, Sha256, SkillSource, TokenCounter } from "./ports";

/** A skill of this run with what the first level of disclosure tells of it. */
export type SessionSkill = { ref: OfferedSkill; description: string; priority: number };

/** All that a run's skills need: data and ports, nothing of a framework. */
export type SessionSetup = {
  skills: readonly SessionSkill[];
  unavailable: readonly UnavailableSkill[];
  mode: "inline" | "search" | "auto";
  budgetCharacters: number;
  dialect: Dialect;
  limits: RuntimeLimits;
  source: SkillSource;
  log: EventLog;
  countTokens: TokenCounter;
  sha256: Sha256;
};
