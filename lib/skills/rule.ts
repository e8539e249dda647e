import type { IssueSeverity } from "./skill-issue";

/** `strict` and `lenient` are the severities of the two readings. */
export type Rule = {
  strict: IssueSeverity;
  lenient: IssueSeverity;
  meaning: string;
  example: string;
  fix: string;
  source: string;
};

export const sources = {
  spec: "https://agentskills.io/specification",
  reference: "https://github.com/agentskills/agentskills/tree/main/skills-ref",
  clients: "https://agentskills.io/client-implementation/adding-skills-support",
  claudeCode: "https://code.claude.com/docs/en/skills",
  claudeApi: "https://docs.claude.com/en/docs/agents-and-tools/agent-skills/overview",
  unicode: "https://www.unicode.org/reports/tr39/",
  yaml: "https://yaml.org/spec/1.2.2/",
  spdx: "https://spdx.org/licenses/",
  installer: "https://github.com/vercel-labs/skills",
  archives: "https://github.com/cloudflare/agent-skills-discovery-rfc",
  house: "Greenroom: keeps packages safe to store, to unpack and to serve",
} as const;

type Severities = readonly [strict: IssueSeverity, lenient: IssueSeverity];

/** The reference validator calls it wrong; a careful reader loads it with a warning. */
export const errorThenWarning: Severities = ["error", "warning"];
export const alwaysError: Severities = ["error", "error"];
export const alwaysWarning: Severities = ["warning", "warning"];
export const alwaysInfo: Severities = ["info", "info"];

export function rule(
  [strict, lenient]: Severities,
  text: { meaning: string; example: string; fix: string; source: string },
): Rule {
  return { strict, lenient, ...text };
}
