export const reviewTabs = ["changes", "discussion", "rehearsals", "proof"] as const;
export type ReviewTab = (typeof reviewTabs)[number];

export const readReviewTab = (value: unknown): ReviewTab =>
  reviewTabs.find((tab) => tab === value) ?? "changes";

/** What of a review an address asks for: a tab, or a thread, which the discussion shows. */
export function readPlace({ tab, thread }: { tab: unknown; thread: unknown }): {
  initialTab: ReviewTab;
  thread: string | null;
} {
  if (typeof thread === "string") return { initialTab: "discussion", thread };
  return { initialTab: readReviewTab(tab), thread: null };
}
