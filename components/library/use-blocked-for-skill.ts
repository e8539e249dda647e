"use client";

import { useBlockedFor } from "@/components/layout/use-blocked-for";
import type { SkillSummary } from "@/lib/library/skill-schema";

/** Why this skill's draft is not the person's to change, for `blockedReason`: neither by role nor as co-maintainer. */
export function useBlockedForSkill({ mayEdit }: Pick<SkillSummary, "mayEdit">): string | undefined {
  const byRole = useBlockedFor("library.edit");
  if (mayEdit) return undefined;
  return `${byRole ?? "You may not change this skill."} An admin can make you its co-maintainer.`;
}
