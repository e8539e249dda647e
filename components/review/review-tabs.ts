export const reviewTabs = ["changes", "discussion", "rehearsals"] as const;
export type ReviewTab = (typeof reviewTabs)[number];

export const readReviewTab = (value: unknown): ReviewTab =>
  reviewTabs.find((tab) => tab === value) ?? "changes";
