import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { loadBlobs } from "@/lib/library/blobs";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { draftMoved } from "@/lib/library/drafts/draft-moved";
import { findPerson } from "@/lib/people/find-people";
import { textOf } from "@/lib/skills/file-text";
import { getThread } from "../get-thread";
import { findComment } from "../internal/find-thread";
import { fileAnchorOf, placeFiles, readSides } from "../internal/place-files";
import type { ThreadRow } from "../internal/read-threads";
import { lockOpenReview, reviewEnded } from "../lock-review";
import { replaceLines } from "../replace-lines";
import { applySuggestionSchema, type Thread } from "../schema";
import { auditedThread, tellWatchers } from "../writes/write-comment";
import { setResolved } from "./resolve-thread";

type CommentRow = Awaited<ReturnType<typeof findComment>>["comment"];

/**
 * Puts suggested text in the place of its lines, as a save of the draft, and resolves the thread. CONFLICT says in
 * `details.reason` what stands in the way: applied-already, outdated, unchanged, draft-changed or review-ended.
 */
export async function applySuggestion(
  context: Context,
  input: { comment: string; baseRevision: number },
): Promise<Thread> {
  const { comment, thread } = await findComment(context, input.comment);
  const { suggestion } = comment;
  const { review } = thread;
  if (review) await requireSkillPermission(context, review, "library.edit");
  else requirePermission(context, "library.edit");
  if (suggestion === null || !review)
    throw new AppError("UNPROCESSABLE", "This comment suggests no other text.");
  const { baseRevision } = applySuggestionSchema.parse(input);
  if (comment.appliedAt) throw await appliedAlready(context, comment);
  if (review.state !== "open") throw reviewEnded(review.state);
  const change = await toChange(context, thread, suggestion);
  try {
    await changeDraft(
      context,
      { skill: review.skill.name, baseRevision, changes: [change] },
      {
        writers: [comment.authorId],
        also: (context, revision) => markApplied(context, { comment, thread, reviewId: review.id, revision }),
      },
    );
  } catch (error) {
    throw await whyNot(context, comment, error);
  }
  return getThread(context, thread.id);
}

/** The write that applying it is, on the draft as it is now. */
async function toChange(context: Context, thread: ThreadRow, suggestion: string) {
  const anchor = fileAnchorOf(thread);
  const sides = thread.review ? await readSides(context, thread.review) : null;
  const [place] = anchor && sides ? await placeFiles(context, sides, [anchor]) : [];
  const file = sides?.new?.files.find(({ path }) => path === place?.path);
  const bytes = file && (await loadBlobs(context, [file.sha256])).get(file.sha256);
  const text = bytes ? textOf(bytes) : null;
  if (!place || text === null)
    throw new AppError(
      "CONFLICT",
      "The lines that this is about have changed since. Look at the draft as it is now.",
      {
        details: { reason: "outdated" },
      },
    );
  const changed = replaceLines(text, place, suggestion);
  if (changed === text)
    throw new AppError("CONFLICT", "The draft says exactly this already.", {
      details: { reason: "unchanged" },
    });
  return { op: "write" as const, path: place.path, text: changed };
}

type Applying = { comment: CommentRow; thread: ThreadRow; reviewId: string; revision: number };

async function markApplied(context: Context, { comment, thread, reviewId, revision }: Applying) {
  await lockOpenReview(context, reviewId);
  const workspaceId = context.workspace.id;
  const { count } = await context.db.comment.updateMany({
    where: { id: comment.id, workspaceId, appliedAt: null, suggestion: comment.suggestion },
    data: { appliedAt: context.now(), appliedById: context.actor.userId, appliedAs: revision },
  });
  if (count === 0) throw draftMoved("apply it");
  await appendAudit(context, {
    action: "suggestion.applied",
    object: auditedThread(thread),
    detail: { comment: comment.id, path: thread.path, revision },
  });
  await setResolved(context, thread.id, true);
  await tellWatchers(context);
}

const appliedAlready = async (context: Context, { appliedById }: CommentRow) => {
  const by = appliedById ? (await findPerson(context, appliedById)).name : "Somebody";
  return new AppError("CONFLICT", `${by} has applied this already.`, {
    details: { reason: "applied-already" },
  });
};

/** Who lost the race for the same suggestion is told so; who lost it to another save of the file, that. */
async function whyNot(context: Context, { id }: CommentRow, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "CONFLICT" || error.details?.reason === "review-ended")
    return error;
  const now = await context.db.comment.findFirst({ where: { id, workspaceId: context.workspace.id } });
  return now?.appliedAt ? appliedAlready(context, now) : draftMoved("apply it", error.details);
}
