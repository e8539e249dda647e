import type { Act, UndoingAct } from "./schema";

/** How many skills one call may be about, and one archive may hold. */
export const mostSkills = 500;

/**
 * Why an act among many is not taken back, in words for its dialog; null when it is: then what was done answers with
 * the acts that take it back.
 */
export const whyNotUndone = {
  publish: "A version stays for good; it can be withdrawn.",
  "request-review": "Each gets a review of its own, which can be closed.",
  delete: "Drafts and versions go for good. To put them away instead, archive them.",
  assign: null,
  unassign: null,
  label: null,
  unlabel: null,
  archive: null,
  unarchive: null,
  "add-maintainer": null,
  "remove-maintainer": null,
} as const satisfies Record<Exclude<Act["kind"], UndoingAct["kind"]>, string> &
  Record<UndoingAct["kind"], null>;
