"use client";

import { useBlockedFor } from "@/components/layout/use-blocked-for";
import type { SkillSummary } from "@/lib/library/skill-schema";

/** Why this skill's draft is not the person's to change, for `blockedReason`: neither by role nor as co-maintainer. */
export function useBlockedForSkill({
  mayEdit,
  receivedFrom,
}: Pick<SkillSummary, "mayEdit" | "receivedFrom">): string | undefined {
  const byRole = useBlockedFor("library.edit");
  if (mayEdit) return undefined;
  if (receivedFrom !== undefined)
    return `It is written in the workspace ${receivedFrom} and can only be read here. Duplicate it to have one of your own.`;
  return `${byRole ?? "You may not change this skill."} An admin can make you its co-maintainer.`;
}
