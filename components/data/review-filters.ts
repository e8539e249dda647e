/** Which reviews a list shows; the words of the address too. */
export const reviewFilters = ["open", "asked-of-me", "mine", "ended"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

export const filterWords = {
  open: "Open",
  "asked-of-me": "Asked of me",
  mine: "Mine",
  ended: "Closed",
} as const satisfies Record<ReviewFilter, string>;

export const readReviewFilter = (value: unknown): ReviewFilter =>
  reviewFilters.find((filter) => filter === value) ?? "open";
