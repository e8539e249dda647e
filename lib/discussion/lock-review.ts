import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";

type ReviewState = "open" | "published" | "closed";

/** Holds a review still until the transaction ends. Whoever locks a draft as well locks the draft first. */
export async function lockReview(context: Context, id: string): Promise<{ state: ReviewState }> {
  const [review] = await context.db.$queryRaw<{ state: ReviewState }[]>`
    SELECT state::text AS state FROM "Review"
    WHERE id = ${id}::uuid AND "workspaceId" = ${context.workspace.id}::uuid FOR NO KEY UPDATE`;
  if (!review) throw new AppError("NOT_FOUND", "The review is gone.");
  return review;
}

/** The same, for what only an open review takes. CONFLICT says how it ended. */
export async function lockOpenReview(context: Context, id: string): Promise<void> {
  const { state } = await lockReview(context, id);
  if (state !== "open") throw reviewEnded(state);
}

export const reviewEnded = (state: ReviewState) =>
  new AppError(
    "CONFLICT",
    state === "published"
      ? "This review ended: its draft was published."
      : "This review was closed. Open it again first.",
    { details: { reason: "review-ended", state } },
  );
