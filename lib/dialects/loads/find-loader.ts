import type { Dialect } from "@/lib/runtime/dialect";
import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import type { LoadingHost } from "@/lib/runtime/load-skills";
import { type DialectId, dialectHeads, isDialectId } from "../dialect-heads";
import { loadInAdk1, loadInAdk2 } from "./adk";
import { loadInClaudeCode } from "./claude-code";
import { codexSettingsFile, loadInCodex } from "./codex";
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
  "adk-2": loadInAdk2,
  adk: loadInAdk1,
};

/** Only where there are any: what no host reads is asked for by none. */
const settingsFiles: Readonly<Partial<Record<DialectId, string>>> = { codex: codexSettingsFile };

/** What the host of this dialect makes of a package: whether it loads, as what, and with which of its files. */
export const loadPackage = (dialect: DialectId, pkg: HostPackage): HostLoad => byId[dialect](pkg);

/**
 * The loader that goes with a dialect's texts. Null for this project's own: what is stored of a package is what its
 * reader made of it when it was saved, so there is nothing to read again.
 */
export function loadingHost({ id, title }: Pick<Dialect, "id" | "title">): LoadingHost | null {
  if (!isDialectId(id) || id === "standard") return null;
  const settingsFile = settingsFiles[id];
  return { id, title, load: byId[id], ...(settingsFile !== undefined && { settingsFile }) };
}

/** Every host but this project's own, in the order of the dialects. */
export const loadingHosts: readonly LoadingHost[] = Object.values(dialectHeads).flatMap(
  (head) => loadingHost(head) ?? [],
);
