import type { SkillDetail } from "@/lib/library/skill-schema";

type Subject = Pick<SkillDetail, "agents" | "versions" | "labels">;

/** What each agent gets instead of a version that is withdrawn, one sentence each. */
export function withdrawalEffects({ agents, versions, labels }: Subject, number: number): string[] {
  const standing = versions.filter(({ withdrawal }) => withdrawal === null);
  const isLatest = standing[0]?.number === number;
  const next = standing.find((version) => version.number !== number)?.number;
  return agents.flatMap(({ name, follows, label, version }) => {
    if (follows === "latest" && isLatest)
      return next === undefined
        ? `${name} gets nothing: no other version is left.`
        : `${name} gets v${next} instead.`;
    if (follows === "version" && version === number) return `${name} is pinned to it and gets nothing.`;
    if (follows === "label" && labels.some((each) => each.name === label && each.version === number))
      return `${name} follows ${label} and gets nothing until ${label} moves.`;
    return [];
  });
}
