import "server-only";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";

/** What a revision says of itself, without the names of skills that are not open to the asker. */
export async function seenSummaries(context: Context): Promise<(summary: string) => string> {
  const hidden = await findHiddenSkills(context);
  if (hidden.length === 0) return (summary) => summary;
  const skills = await context.db.skill.findMany({
    where: { id: { in: hidden }, workspaceId: context.workspace.id },
    select: { name: true },
  });
  return (summary) => (skills.some(({ name }) => summary.includes(name)) ? "Skills changed" : summary);
}
