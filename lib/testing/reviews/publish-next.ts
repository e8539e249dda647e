import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { skillText } from "../packages";

/** The next version of a skill, with another body or a whole text of its own. */
export async function publishNext(
  context: Context,
  skill: string,
  body: string,
  text = skillText(skill, body),
): Promise<void> {
  const { revision } = await context.db.draft.findFirstOrThrow({
    where: { skill: { name: skill, workspaceId: context.workspace.id } },
  });
  const changes = [{ op: "write" as const, path: "SKILL.md", text }];
  const saved = await changeDraft(context, { skill, baseRevision: revision, changes });
  await publishSkill(context, { skill, revision: saved.revision, digest: saved.digest, note: body });
}
