import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import type { SeenRun } from "@/lib/approvals/approval-schema";
import {
  type GivenVerdict,
  type Reviewed,
  type Staleness,
  sayStale,
  staleBy,
} from "@/lib/approvals/staleness";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { lockOpenReview } from "@/lib/discussion/lock-review";
import { AppError } from "@/lib/kernel/app-error";
import { readDraftAuthors } from "@/lib/library/drafts/draft-authors";
import { draftMoved } from "@/lib/library/drafts/draft-moved";
import { notifyPeople } from "@/lib/notifications/commands";
import { getReview } from "../get-review";
import { auditedReview, findReview, noticed } from "../internal/find-review";
import type { ReviewRow } from "../internal/judge-reviews";
import { listOpened } from "../internal/read-rehearsals";
import { readShownCapabilities, type ShownCapabilities } from "../internal/shown-capabilities";
import { requireShown } from "../internal/shown-runs";
import { type GiveVerdict, giveVerdictSchema, type Review } from "../review-schema";
import { isAuthor } from "../who-may-judge";

/**
 * Approves exactly the bytes of this digest, or asks for changes to them. CONFLICT with the digest as it is now when
 * the draft has been saved since, a finding was dismissed or restored, or a run that was seen says something else;
 * UNPROCESSABLE past 300. No key does this. The same said again changes nothing. What an author of the draft says is kept,
 * and their approval does not count.
 */
export async function giveVerdict(
  context: Context,
  input: { number: number } & GiveVerdict,
): Promise<Review> {
  requirePermission(context, "reviews.approve");
  const verdict = giveVerdictSchema.parse(input);
  const found = await findReview(context, input.number);
  const { id, skillId } = found;
  // Read before anything is locked: a large package takes a while.
  const capabilities = await readShownCapabilities(context, found, verdict.digest);
  await inPermittedTransaction(context, "reviews.approve", async (context) => {
    const draft = await lockDraftAs(context, skillId, verdict);
    await lockOpenReview(context, id);
    const review = await findReview(context, input.number);
    const { seen, ...said } = verdict;
    await store(context, review, { ...said, ...draft }, { seen, capabilities });
  });
  return getReview(context, { number: input.number });
}

type Seen = Pick<Reviewed, "digest"> & { [Key in keyof Reviewed]?: Reviewed[Key] | undefined };
type LockedDraft = Reviewed & { revision: number };

/** Nobody saves, and no finding is dismissed, until the transaction ends; other verdicts are not kept waiting by this. */
async function lockDraftAs({ db, workspace }: Context, skillId: string, seen: Seen): Promise<LockedDraft> {
  const [draft] = await db.$queryRaw<LockedDraft[]>`
    SELECT digest, revision, "modesRevision", "findingsRevision" FROM "Draft"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${workspace.id}::uuid FOR SHARE`;
  if (!draft) throw new AppError("NOT_FOUND", "The skill of this review is gone.");
  const { digest, modesRevision = draft.modesRevision, findingsRevision = draft.findingsRevision } = seen;
  const since = staleBy({ digest, modesRevision, findingsRevision }, draft);
  if (since === "bytes") throw draftMoved("judge that", draft);
  if (since !== null)
    throw new AppError("CONFLICT", sinceYouLooked[since].message, {
      details: { ...draft, reason: sinceYouLooked[since].reason },
    });
  return draft;
}

const sinceYouLooked = {
  modes: {
    reason: "draft-changed",
    message: "Other files of the draft are executable than when you looked. Look at the newer one first.",
  },
  findings: {
    reason: "findings-changed",
    message: `${sayStale("findings", "you looked")} Look at the findings first.`,
  },
} as const satisfies Record<Exclude<Staleness, "bytes">, { reason: string; message: string }>;

/** Of one review: they are read together, and never removed. */
const mostVerdicts = 300;

type Shown = { seen: readonly SeenRun[]; capabilities: ShownCapabilities | null };
type NewVerdict = Reviewed & Pick<GivenVerdict, "kind"> & { note: string; revision: number };

async function store(
  context: Context,
  review: ReviewRow,
  verdict: NewVerdict,
  { seen, capabilities: shown }: Shown,
): Promise<void> {
  const { kind, digest, note } = verdict;
  const { userId } = context.actor;
  const workspaceId = context.workspace.id;
  const own = review.verdicts.filter((one) => one.userId === userId).at(-1);
  const sawThis = own?.capabilities === (shown?.digest ?? null);
  if (own?.kind === kind && own.note === note && sawThis && staleBy(own, verdict) === null) return;
  if (review.verdicts.length >= mostVerdicts)
    throw new AppError(
      "UNPROCESSABLE",
      `This review has ${mostVerdicts} verdicts already. Close it and ask for a new one.`,
    );
  const opened = await listOpened(context, { reviewId: review.id, userId, digest });
  const runs = await requireShown(context, { skillId: review.skillId, digest, seen });
  const authors = await readDraftAuthors(context, review.skillId);
  const at = laterThan(review.verdicts.at(-1)?.at, context.now());
  await context.db.reviewVerdict.create({
    data: {
      ...verdict,
      reviewId: review.id,
      workspaceId,
      userId,
      opened,
      runs,
      capabilities: shown?.digest ?? null,
      at,
    },
  });
  await context.db.review.update({ where: { id: review.id }, data: { updatedAt: context.now() } });
  await appendAudit(context, {
    action: kind === "approved" ? "review.approved" : "review.changes-requested",
    object: auditedReview(review),
    digestAfter: digest,
    detail: {
      revision: verdict.revision,
      opened: opened.map(({ conversationId }) => conversationId),
      runs: runs.map(({ skill, number, said }) => `${skill}, run ${number}: ${said}`),
      ...(shown === null ? {} : { capabilities: shown }),
      ...(isAuthor({ authors }, userId) ? { author: true } : {}),
    },
  });
  await notifyPeople(context, {
    kind: kind === "approved" ? "approved" : "changes-requested",
    to: [review.requestedById],
    data: { ...noticed(review), note },
  });
  await notify(context, { topic: "reviews", workspaceId });
}

/** Verdicts are ordered by their time: two of one millisecond must not change places. */
function laterThan(last: Date | undefined, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}
