import { formatNumber, formatPercent } from "@/components/ui/format";
import type { AgentImpact } from "@/lib/agents/impact-schema";

type Move = Pick<AgentImpact, "changes" | "versionBefore" | "versionAfter" | "follows">;

/** "v6 to v7", "stays v6", "gets v1", "follows the draft". */
export function sayMove({ changes, versionBefore, versionAfter, follows }: Move): string {
  if (follows === "draft") return "follows the draft";
  if (!changes) return versionBefore === null ? "gets nothing" : `stays v${versionBefore}`;
  return versionBefore === null ? `gets v${versionAfter}` : `v${versionBefore} to v${versionAfter}`;
}

/** Why it changes or stays. */
export function sayFollowing({
  enabled,
  follows,
  label,
  versionBefore,
}: Pick<AgentImpact, "enabled" | "follows" | "label" | "versionBefore">): string {
  if (!enabled) return "Off: the agent does not have it at present.";
  if (follows === "latest") return "Follows latest.";
  if (follows === "label")
    return versionBefore === null
      ? `Follows ${label}, which no version has.`
      : `Follows ${label}, which is on v${versionBefore}.`;
  return follows === "version"
    ? "Pinned to one version."
    : "In the playground alone: a draft is never delivered.";
}

/** How full the list of skills gets that the agent is told. */
export function sayCatalogue({
  before,
  after,
  budgetCharacters,
}: Pick<AgentImpact, "before" | "after" | "budgetCharacters">): string {
  const most = `of ${formatNumber(budgetCharacters)} characters`;
  return before.characters === after.characters
    ? `Catalogue stays ${formatNumber(after.characters)} ${most}`
    : `Catalogue ${formatNumber(before.characters)} to ${formatNumber(after.characters)} ${most}`;
}

export function sayCut({ omitted }: Pick<AgentImpact["cut"][number], "omitted">): string {
  return omitted ? "would be left out." : "would have its description cut.";
}

export function sayCollision({ share, words }: AgentImpact["collisions"][number]): string {
  const how = `a search for this description scores it ${formatPercent(share)} as high.`;
  return words.length === 0 ? how : `${how} Both say: ${words.join(", ")}.`;
}
