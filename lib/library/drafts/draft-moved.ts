import { AppError } from "@/lib/kernel/app-error";

/**
 * What whoever acts on a draft is told that somebody saved since they looked. `then` is what they wanted to do, as in
 * "then publish that"; `now` says what the draft is by now, as far as it is known.
 */
export const draftMoved = (then: string, now: Readonly<Record<string, unknown>> = {}) =>
  new AppError("CONFLICT", `The draft was saved meanwhile. Look at the newer one, then ${then}.`, {
    details: { ...now, reason: "draft-changed" },
  });
