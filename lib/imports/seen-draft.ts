import { AppError } from "@/lib/kernel/app-error";

/** Which draft a source replaces, and what it held when it was compared. */
export type SeenDraft = {
  skillId: string;
  draftDigest: string;
  /** Its `modesRevision`; null where the digest alone was kept. */
  draftModes: number | null;
};

/** Whether a draft still holds what was looked at: the same bytes, and the same files executable. */
export const isAsSeen = (
  { draftDigest, draftModes }: SeenDraft,
  draft: { digest: string; modesRevision: number },
): boolean => draft.digest === draftDigest && (draftModes === null || draft.modesRevision === draftModes);

/** Why one skill of many was not replaced; the others go on. */
export const savedMeanwhile = (skill: string): AppError =>
  new AppError("CONFLICT", `Somebody saved ${skill} meanwhile; the draft was left as it is.`);
