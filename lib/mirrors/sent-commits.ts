import type { Reached } from "@/lib/delivery/git/continue-history";
import type { RepositoryContent } from "@/lib/delivery/git/open-repository";

/** Where a number counts. Null: in the only history that there was when it was noted. */
export type Counted = { number: number; history: string | null };

/** A commit that was sent to a remote, or taken by it. */
export type SentBefore = Reached & Counted;

type Content = Pick<RepositoryContent, "history" | "rows">;

/** Whether a number counts in this history: that of chosen skills is another one once a skill of them is deleted. */
export const isOf = ({ history, rows }: Content, counted: Counted): boolean =>
  (counted.history ?? history) === history && counted.number <= rows.length;

/**
 * The same commits by the numbers of this history. One of another history comes before its first commit: everything
 * goes on top of it, and nothing of it is taken for what the remote has.
 */
export const numberedIn = (content: Content, sent: readonly SentBefore[]): Reached[] =>
  sent.map((one) => ({ id: one.id, number: isOf(content, one) ? one.number : 0 }));
