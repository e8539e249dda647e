import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { noSuchSkill } from "@/lib/library/drafts/read-draft";
import { reviewParts } from "./internal/judge-reviews";
import { readPublication } from "./internal/read-publication";
import type { Publication } from "./review-schema";

/** Whether a skill's draft may be published now: every rule that applies, and what is missing. */
export async function getPublication(context: Context, { skill }: { skill: string }): Promise<Publication> {
  requirePermission(context, "reviews.read");
  const row = await context.db.skill.findFirst({
    where: { workspaceId: context.workspace.id, name: skill },
    select: { id: true, draft: reviewParts.skill.select.draft },
  });
  if (!row?.draft) throw noSuchSkill(skill);
  return readPublication(context, row.id, row.draft);
}
