import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { type ReviewRow, reviewParts } from "./judge-reviews";

/** NOT_FOUND for a number that this workspace does not have. */
export async function findReview(context: Context, number: number): Promise<ReviewRow> {
  const row = await context.db.review.findUnique({
    where: { workspaceId_number: { workspaceId: context.workspace.id, number } },
    include: reviewParts,
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no review ${number} in this workspace.`);
  return row;
}

/** A skill has one open review at most. */
export async function findOpenReview({ db, workspace }: Context, skillId: string): Promise<ReviewRow | null> {
  return db.review.findFirst({
    where: { workspaceId: workspace.id, skillId, state: "open" },
    include: reviewParts,
  });
}

export const reviewIsOpen = (number: number) =>
  new AppError("CONFLICT", `Review ${number} of this skill is open. Go on there.`, {
    details: { reason: "review-open", review: number },
  });

/** How the audit and the inbox name it. */
export const auditedReview = ({ id, number, title }: { id: string; number: number; title: string }) => ({
  type: "review",
  id,
  name: `${number}: ${title}`,
});
export const noticed = ({ number, title, skill }: Pick<ReviewRow, "number" | "title" | "skill">) => ({
  skill: { id: skill.id, name: skill.name },
  review: { number, title },
});
