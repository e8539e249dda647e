import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import type { Context } from "@/lib/auth/context";
import { holdAdmission } from "@/lib/auth/hold-admission";
import { requirePermission } from "@/lib/auth/permissions";
import { notify } from "@/lib/db/bus";
import type { Tx } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { lockOpenReview } from "@/lib/discussion/lock-review";
import { AppError } from "@/lib/kernel/app-error";
import { notifyPeople } from "@/lib/notifications/commands";
import { getReview } from "../get-review";
import { auditedReview, findReview, noticed } from "../internal/find-review";
import type { ReviewRow } from "../internal/judge-reviews";
import { listOpened } from "../internal/read-rehearsals";
import { type GiveVerdict, giveVerdictSchema, type Review } from "../review-schema";

/**
 * Approves exactly the bytes of this digest, or asks for changes to them. CONFLICT with the digest as it is now when
 * the draft has been saved since; FORBIDDEN for a machine; UNPROCESSABLE past 300. The same said again changes nothing.
 */
export async function giveVerdict(
  context: Context,
  input: { number: number } & GiveVerdict,
): Promise<Review> {
  requirePermission(context, "reviews.approve");
  const verdict = giveVerdictSchema.parse(input);
  const { id, skillId } = await findReview(context, context.db, input.number);
  await inTransaction(context.db, async (tx) => {
    await holdAdmission(tx, context, "reviews.approve");
    await requirePerson(tx, context);
    const { revision } = await lockDraftAs(tx, context, skillId, verdict.digest);
    await lockOpenReview(tx, context, id);
    await store(tx, context, await findReview(context, tx, input.number), { ...verdict, revision });
  });
  return getReview(context, { number: input.number });
}

async function requirePerson(tx: Tx, { actor }: Context): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: actor.userId }, select: { isMachine: true } });
  if (user?.isMachine !== false)
    throw new AppError(
      "FORBIDDEN",
      "A machine approves nothing, and asks for nothing to be changed: a person has to.",
    );
}

/** Nobody saves until the transaction ends; other verdicts are not kept waiting by this. */
async function lockDraftAs(
  tx: Tx,
  { workspace }: Context,
  skillId: string,
  digest: string,
): Promise<{ revision: number }> {
  const [draft] = await tx.$queryRaw<{ digest: string; revision: number }[]>`
    SELECT digest, revision FROM "Draft"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${workspace.id}::uuid FOR SHARE`;
  if (!draft) throw new AppError("NOT_FOUND", "The skill of this review is gone.");
  if (draft.digest !== digest)
    throw new AppError("CONFLICT", "The draft was saved since you looked. Look at the newer one first.", {
      details: { reason: "draft-changed", digest: draft.digest, revision: draft.revision },
    });
  return draft;
}

/** Of one review: they are read together, and never removed. */
const mostVerdicts = 300;

type NewVerdict = { kind: "approved" | "changes_requested"; digest: string; note: string; revision: number };

async function store(tx: Tx, context: Context, review: ReviewRow, verdict: NewVerdict): Promise<void> {
  const { kind, digest, note } = verdict;
  const { userId, key } = context.actor;
  const workspaceId = context.workspace.id;
  const own = review.verdicts.filter((one) => one.userId === userId).at(-1);
  if (own?.kind === kind && own.digest === digest && own.note === note) return;
  if (review.verdicts.length >= mostVerdicts)
    throw new AppError(
      "UNPROCESSABLE",
      `This review has ${mostVerdicts} verdicts already. Close it and ask for a new one.`,
    );
  const opened = await listOpened(tx, { reviewId: review.id, userId, digest });
  const at = laterThan(review.verdicts.at(-1)?.at, context.now());
  await tx.reviewVerdict.create({
    data: { ...verdict, reviewId: review.id, workspaceId, userId, opened, keyId: key?.id ?? null, at },
  });
  await tx.review.update({ where: { id: review.id }, data: { updatedAt: context.now() } });
  await appendAudit(tx, context, {
    action: kind === "approved" ? "review.approved" : "review.changes-requested",
    object: auditedReview(review),
    digestAfter: digest,
    detail: { revision: verdict.revision, opened: opened.map(({ conversationId }) => conversationId) },
  });
  await notifyPeople(tx, context, {
    kind: kind === "approved" ? "approved" : "changes-requested",
    to: [review.requestedById],
    data: { ...noticed(review), note },
  });
  await notify(tx, { topic: "reviews", workspaceId });
}

/** Verdicts are ordered by their time: two of one millisecond must not change places. */
function laterThan(last: Date | undefined, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}
