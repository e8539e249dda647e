import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import type { DialectId } from "../dialect-heads";
import { loadInAdk } from "./adk";
import { loadInClaudeCode } from "./claude-code";
import { loadInCodex } from "./codex";
import { loadInGeminiCli } from "./gemini-cli";
import { loadInLightspeed } from "./lightspeed";
import { loadInLinx } from "./linx";
import { loadInOrion } from "./orion";
import { loadInSisu } from "./sisu";
import { loadInSkillkit } from "./skillkit";
import { loadInStandard } from "./standard";

/** Apart from the dialects' texts, which pages hold too: these bring a reader of YAML along. */
const byId: Readonly<Record<DialectId, (pkg: HostPackage) => HostLoad>> = {
  standard: loadInStandard,
  lightspeed: loadInLightspeed,
  "lightspeed-design": loadInStandard,
  orion: loadInOrion,
  linx: loadInLinx,
  sisu: loadInSisu,
  skillkit: loadInSkillkit,
  "claude-code": loadInClaudeCode,
  codex: loadInCodex,
  "gemini-cli": loadInGeminiCli,
  "adk-2": loadInAdk,
  adk: loadInAdk,
};

/** What the host of this dialect makes of a package: whether it loads, as what, and with which of its files. */
export const loadPackage = (dialect: DialectId, pkg: HostPackage): HostLoad => byId[dialect](pkg);
