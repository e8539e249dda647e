import "server-only";
import { z } from "zod";
import { readClosedNames } from "@/lib/access/closed-names";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission, whyNotAllowed } from "@/lib/access/permissions";
import { isAllowedOn } from "@/lib/access/skill-permission";
import { seenOpenings } from "@/lib/approvals/approval-record";
import { openingSchema, seenRunSchema } from "@/lib/approvals/approval-schema";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople, type Person } from "@/lib/people/find-people";
import { findReview } from "./internal/find-review";
import { type Judged, judgeReviews, type ReviewRow } from "./internal/judge-reviews";
import { readPublication } from "./internal/read-publication";
import { listRehearsals } from "./internal/read-rehearsals";
import { toSummary } from "./internal/to-summaries";
import type { Review, ReviewVerdict } from "./review-schema";

/** One review with everything about it but its threads. */
export async function getReview(context: Context, { number }: { number: number }): Promise<Review> {
  requirePermission(context, "reviews.read");

  const row = await findReview(context, number);
  const { draft } = row.skill;
  if (!draft) throw new AppError("NOT_FOUND", "The skill of this review is gone.");
  const judged = (await judgeReviews(context, [row]))(row);
  const rehearsals = await listRehearsals(context, row.id, judged.digest);
  const personOf = await findPeople(context, [
    row.requestedById,
    draft.updatedById,
    row.endedById ?? row.requestedById,
    ...row.reviewers.map(({ userId }) => userId),
    ...row.verdicts.map(({ userId }) => userId),
    ...judged.authors,
  ]);
  const isOpen = row.state === "open";
  const onSkill = { skillId: row.skillId };
  const approveRefusal = isOpen ? whyNotAllowed(context, "reviews.approve") : "This review has ended.";
  return {
    ...toSummary(row, judged, personOf),
    description: row.description,
    draft: {
      revision: draft.revision,
      digest: draft.digest,
      modesRevision: draft.modesRevision,
      findingsRevision: draft.findingsRevision,
      updatedBy: personOf(draft.updatedById),
      updatedAt: draft.updatedAt.toISOString(),
    },
    authors: judged.authors.map(personOf),
    verdicts: await toVerdicts(context, row, judged, personOf),
    rehearsals,
    publication: await readPublication(context, row.skillId, draft),
    may: {
      edit: await isAllowedOn(context, onSkill, "reviews.request"),
      comment: await isAllowedOn(context, onSkill, "discussion.comment"),
      approve: approveRefusal === null,
      approveRefusal,
      publish: isOpen && isAllowed(context, "library.publish"),
    },
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: row.endedById === null ? null : personOf(row.endedById),
  };
}

/** The newest first. */
async function toVerdicts(
  context: Context,
  row: ReviewRow,
  { result }: Judged,
  personOf: (id: string) => Person,
): Promise<ReviewVerdict[]> {
  const opened = row.verdicts.map((verdict) => z.array(openingSchema).parse(verdict.opened));
  const isSeen = await seenOpenings(context, opened.flat());
  const { isName } = await readClosedNames(context);
  const changedSince = await readChanges(context, row);
  return row.verdicts
    .map((verdict, index) => {
      const { staleBy, counts, why } = result.verdicts.get(verdict.id) ?? {
        staleBy: "bytes",
        counts: false,
        why: null,
      };
      return {
        id: verdict.id,
        by: personOf(verdict.userId),
        kind: verdict.kind,
        digest: verdict.digest,
        revision: verdict.revision,
        note: verdict.note,
        at: verdict.at.toISOString(),
        stale: staleBy !== null,
        staleBy,
        counts,
        why,
        changedSince: staleBy !== null ? changedSince(verdict.revision) : null,
        opened: (opened[index] ?? []).filter(isSeen),
        runs: z
          .array(seenRunSchema)
          .parse(verdict.runs)
          .filter(({ skill }) => !isName(skill)),
      };
    })
    .toReversed();
}

/** Which files the saves after a revision touched, until the review ended; null when those saves are forgotten. */
async function readChanges(
  { db, workspace }: Context,
  { skillId, endedAt, verdicts }: ReviewRow,
): Promise<(revision: number) => string[] | null> {
  if (verdicts.length === 0) return () => null;
  const saves = await db.draftSave.findMany({
    where: {
      skillId,
      workspaceId: workspace.id,
      revision: { gt: Math.min(...verdicts.map(({ revision }) => revision)) },
      ...(endedAt ? { savedAt: { lte: endedAt } } : {}),
    },
    select: { revision: true, paths: true },
  });
  return (revision) => {
    // The oldest are forgotten first: when the next one is known, all are.
    if (!saves.some((save) => save.revision === revision + 1)) return null;
    const paths = saves.filter((save) => save.revision > revision).flatMap((save) => save.paths);
    return [...new Set(paths)].sort();
  };
}
