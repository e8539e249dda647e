import "server-only";
import type { Context } from "@/lib/access/context";
import { createThread } from "@/lib/discussion/commands/create-thread";
import { AppError } from "@/lib/kernel/app-error";
import { readPackageFiles } from "@/lib/library/read-packages";
import { sha256 } from "@/lib/platform/crypto";
import { packageDigest } from "@/lib/skills/digest";
import { textOf } from "@/lib/skills/file-text";
import { changedLines } from "../changed-lines";
import { requestReview } from "./request-review";

type Suggesting = {
  skill: string;
  path: string;
  /** The file as it should be, from what it is now; null when it is not what the suggestion is about any more. */
  change: (text: string) => string | null;
  /** Of the thread. */
  body: string;
  /** Of a review that is opened for it, where none is open. */
  title: string;
  description: string;
};

/**
 * Puts another text for lines of a draft into its open review as a suggestion, or opens one for it. Nothing is saved: a
 * person applies it. CONFLICT when the draft says something else by now, or exactly this.
 */
export async function suggestFile(
  context: Context,
  { skill, path, change, body, title, description }: Suggesting,
): Promise<{ review: number; threadId: string }> {
  const { db, workspace } = context;
  const row = await db.skill.findFirst({
    where: { workspaceId: workspace.id, name: skill },
    select: { id: true },
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no skill ${skill} here.`);
  const files = await readPackageFiles(context, { skillId: row.id });
  const file = files.find((one) => one.path === path);
  const text = file ? textOf(file.bytes) : null;
  const changed = text === null ? null : change(text);
  if (text === null || changed === null)
    throw new AppError(
      "CONFLICT",
      `The draft of ${skill} was changed there meanwhile. Look at it as it is now.`,
    );
  const lines = changedLines(text, changed);
  if (lines === null) throw new AppError("CONFLICT", "The draft says exactly this already.");
  const { suggestion, ...range } = lines;
  const digest = packageDigest(files, sha256);
  const open = await db.review.findFirst({
    where: { workspaceId: workspace.id, skillId: row.id, state: "open" },
    select: { number: true },
  });
  const { number } =
    open ?? (await requestReview(context, { skill, title, description, evenUnchanged: true }));
  const anchor = { kind: "file" as const, digest, side: "new" as const, path, ...range };
  const { id } = await createThread(context, { review: number, anchor, body, suggestion });
  return { review: number, threadId: id };
}
