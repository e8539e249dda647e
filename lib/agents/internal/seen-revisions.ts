import "server-only";
import type { Context } from "@/lib/access/context";
import { findHiddenSkills } from "@/lib/access/skill-sight";
import type { AgentSnapshot } from "../revision-schema";

/** How the asker sees revisions: what they say of themselves and what they hold, without skills that are not open to them. */
export async function seenRevisions(context: Context) {
  const hidden = new Set(await findHiddenSkills(context));
  const skills =
    hidden.size === 0
      ? []
      : await context.db.skill.findMany({
          where: { id: { in: [...hidden] }, workspaceId: context.workspace.id },
          select: { name: true },
        });
  return {
    summary: (said: string): string =>
      skills.some(({ name }) => said.includes(name)) ? "Skills changed" : said,
    snapshot: (snapshot: AgentSnapshot): AgentSnapshot => ({
      ...snapshot,
      assignments: snapshot.assignments.filter(({ skillId }) => !hidden.has(skillId)),
    }),
  };
}
