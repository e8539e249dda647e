import "server-only";
import type { Context } from "@/lib/access/context";
import type { DirectoryEntry } from "@/lib/imports/directory-schema";
import { AppError } from "@/lib/kernel/app-error";
import { requestReview } from "@/lib/reviews/commands/request-review";

/**
 * Asks for review of every draft that a sync wrote, in the name of whoever syncs. One that is under review already stays
 * in that review. Answers what could not be asked for, in words.
 */
export async function askReviews(
  context: Context,
  { name, revision, entries }: { name: string; revision: string; entries: readonly DirectoryEntry[] },
): Promise<string[]> {
  const problems: string[] = [];
  for (const { outcome, skill } of entries) {
    if (skill === null || (outcome !== "new" && outcome !== "changed")) continue;
    const title = `Changes from ${name}`;
    const description = `Synced from ${name} at ${revision.slice(0, 12)}.`;
    try {
      await requestReview(context, { skill, title, description, reviewers: [] });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // It is open already, or the draft is what is published.
      if (error.code !== "CONFLICT")
        problems.push(`No review of ${skill} could be asked for: ${error.message}`);
    }
  }
  return problems;
}
