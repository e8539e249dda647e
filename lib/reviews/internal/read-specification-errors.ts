import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { describePackage } from "@/lib/library/describe-package";
import { loaderOf, readDraft } from "@/lib/library/drafts/read-draft";
import { breaksSpecification } from "@/lib/skills/breaks-specification";
import type { SkillIssue } from "@/lib/skills/skill-issue";

/** What a draft has that the specification calls an error; its description is at hand for whoever publishes it. */
export async function readSpecificationErrors(
  context: WorkspaceContext,
  skillId: string,
): Promise<readonly SkillIssue[]> {
  const { name } = await context.db.skill.findUniqueOrThrow({
    where: { id: skillId, workspaceId: context.workspace.id },
    select: { name: true },
  });
  const draft = await readDraft(context, name);
  const subject = { name: draft.name, files: draft.files };
  return (await describePackage(subject, loaderOf(context))).issues.filter(breaksSpecification);
}
