import { formatCount, formatNumber, formatPercent } from "@/components/ui/format";
import type { AgentImpact } from "@/lib/agents/impact-schema";

type Move = Pick<AgentImpact, "changes" | "versionBefore" | "versionAfter" | "follows">;

/** "v6 to v7", "stays v6", "gets v1", "follows the draft". */
export function sayMove({ changes, versionBefore, versionAfter, follows }: Move): string {
  if (follows === "draft") return "follows the draft";
  if (!changes) return versionBefore === null ? "gets nothing" : `stays v${versionBefore}`;
  if (versionAfter === null) return `v${versionBefore} to nothing`;
  return versionBefore === null ? `gets v${versionAfter}` : `v${versionBefore} to v${versionAfter}`;
}

/** Why it changes or stays. */
export function sayFollowing({
  enabled,
  follows,
  label,
  versionBefore,
  assigned,
  choice: { after },
}: Pick<AgentImpact, "enabled" | "follows" | "label" | "versionBefore" | "assigned" | "choice">): string {
  if (!enabled) return "Off: the agent does not have it at present.";
  if (!after.in) return `Kept out by its rule: it ${after.why}.`;
  if (!assigned) return "Found by its rule: follows latest.";
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

export function sayCollision({ share, words, likeness }: AgentImpact["collisions"][number]): string {
  const meaning =
    likeness === null ? "" : `It means nearly the same by embeddings (${likeness.toFixed(2)} of 1).`;
  if (share === 0) return `${meaning} The words are others.`;
  const search = `a search for this description scores it ${formatPercent(share)} as high.`;
  const how = meaning === "" ? search : `${search} ${meaning}`;
  return words.length === 0 ? how : `${how} Both say: ${words.join(", ")}.`;
}

/** What becomes of this skill's own description in an agent's catalogue; null when it is told whole, or not told at all. */
export function sayOwnCut({
  own: { before, after },
  changes,
}: Pick<AgentImpact, "own" | "changes">): string | null {
  const now = changes ? after : before;
  if (now.state !== "cut" && now.state !== "omitted") return null;
  const stays = changes && before.state === now.state && before.keptCharacters === now.keptCharacters;
  const verb = stays ? "stays" : changes ? "will be" : "is";
  if (now.state === "omitted")
    return `This skill ${verb} left out of the catalogue: the model does not learn of it.`;
  return now.keptCharacters === 0
    ? `This description ${verb} dropped; only the name is told.`
    : `This description ${verb} cut to ${formatNumber(now.keptCharacters ?? 0)} characters.`;
}

/** How the other skills of an agent fare; empty when nothing of them is cut. */
export const sayOthersCut = ({ othersStayCut }: Pick<AgentImpact, "othersStayCut">): string =>
  othersStayCut === 0
    ? ""
    : `${formatCount(othersStayCut, "other description")} ${othersStayCut === 1 ? "stays" : "stay"} cut or left out.`;
