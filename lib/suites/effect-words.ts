import type { EffectArm } from "@/lib/verdicts/judge-effect";

/** What may be said of tasks, found against without. */
export const effectVerdictWords = {
  improved: "Improved",
  "not-shown": "Not shown",
  worse: "Worse",
  "invalid-measurement": "Invalid measurement",
  scripted: "Scripted, no verdict",
  pending: "No verdict yet",
} as const;

/** What each arm is, as tables head it. */
export const armWords = {
  without: "Without",
  found: "Found",
  given: "Given",
  approved: "Published",
  "left-out": "Without the file",
} as const satisfies Record<EffectArm["arm"], string>;

/** "Found", "Without references/tone.md". */
export const sayArm = ({ arm, leftOut }: EffectArm): string =>
  leftOut === null ? armWords[arm] : `Without ${leftOut}`;

/** "+0.25", "−0.10", "0.00": a difference of pass rates. */
export const signedShare = (share: number): string => {
  const text = Math.abs(share).toFixed(2);
  return text === "0.00" ? text : `${share > 0 ? "+" : "−"}${text}`;
};
