import type { Dialect } from "@/lib/runtime/dialect";
import { adkDialect } from "./adk";
import { adk2Dialect } from "./adk-2";
import { claudeCodeDialect } from "./claude-code";
import { codexDialect } from "./codex";
import { type DialectId, isDialectId } from "./dialect-heads";
import { geminiCliDialect } from "./gemini-cli";
import { lightspeedDialect } from "./lightspeed";
import { lightspeedDesignDialect } from "./lightspeed-design";
import { linxDialect } from "./linx";
import { orionDialect } from "./orion";
import { sisuDialect } from "./sisu";
import { skillkitDialect } from "./skillkit";
import { standardDialect } from "./standard";

const byId = {
  standard: standardDialect,
  lightspeed: lightspeedDialect,
  "lightspeed-design": lightspeedDesignDialect,
  orion: orionDialect,
  linx: linxDialect,
  sisu: sisuDialect,
  skillkit: skillkitDialect,
  "claude-code": claudeCodeDialect,
  codex: codexDialect,
  "gemini-cli": geminiCliDialect,
  "adk-2": adk2Dialect,
  adk: adkDialect,
} as const satisfies Record<DialectId, Dialect>;

export const dialects: readonly Dialect[] = Object.values(byId);

/** The dialect with this id; null for one that this release does not have. */
export function findDialect(id: string): Dialect | null {
  return isDialectId(id) ? byId[id] : null;
}
