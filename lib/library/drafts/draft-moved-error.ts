import { AppError } from "@/lib/kernel/app-error";

type Saved = { revision: number; digest: string };

/** `then`: what whoever is refused wanted to do, as in "then publish that". */
export const draftMovedError = ({ revision, digest }: Saved, then: string) =>
  new AppError("CONFLICT", `The draft was saved meanwhile. Look at the newer one, then ${then}.`, {
    details: { reason: "draft-changed", revision, digest },
  });

/** CONFLICT unless the draft is the one that was looked at before it is published. */
export function requireSeen(draft: Saved, { revision, digest }: Saved): void {
  if (draft.revision !== revision || draft.digest !== digest) throw draftMovedError(draft, "publish that");
}
