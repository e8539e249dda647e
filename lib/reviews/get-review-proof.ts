import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import { AppError } from "@/lib/kernel/app-error";
import { findReview } from "./internal/find-review";
import { judgeReviews } from "./internal/judge-reviews";
import { readProofFacts } from "./internal/read-proof-facts";
import { listShownRuns } from "./internal/shown-runs";
import type { ReviewProof } from "./review-schema";

/**
 * What suites say of the draft under review, or of the version that it became, and of its neighbours that are open to the
 * asker. NOT_FOUND for a review of elsewhere.
 */
export async function getReviewProof(context: Context, { number }: { number: number }): Promise<ReviewProof> {
  requirePermission(context, "reviews.read");
  const row = await findReview(context, number);
  if (!row.skill.draft) throw new AppError("NOT_FOUND", "The skill of this review is gone.");
  const { digest } = (await judgeReviews(context, [row]))(row);
  const bytes = { skillId: row.skillId, digest };
  const facts = await readProofFacts(context, { ...bytes, model: null });
  const { own, published } = facts;
  const seen = facts.neighbours.filter(await readSight(context));
  const neighbours = seen.map(({ isClosed: _, ...one }) => one);
  const shown = listShownRuns(row.skill.name, { own, neighbours });
  return { digest, published, own, neighbours, shown };
}
