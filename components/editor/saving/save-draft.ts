import { noteServerTrouble } from "@/components/layout/server-health";
import { noteSignedOut } from "@/components/layout/signed-in-state";
import { ApiError, mayPass } from "@/lib/api/client";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { buildChangeSet } from "./change-set";
import type { DraftSession } from "./draft-session";
import { markSaved } from "./rebase-draft";

const usualSeconds = 5;

export type SaveOutcome =
  | { kind: "saved"; rebased: boolean }
  | { kind: "nothing-to-save" }
  /** Somebody saved the same files; `newer` is the draft as it is now. */
  | { kind: "conflict"; newer: Draft }
  | { kind: "failed"; message: string; againInMs: number | null };

/** Saves everything unsaved as one change-set. Whatever the outcome, no text is lost. */
export async function saveDraft(session: DraftSession, isRetry = false): Promise<SaveOutcome> {
  if (session.state.get().save.kind === "saving") return { kind: "nothing-to-save" };
  const { newer } = session.state.get();
  if (newer) return { kind: "conflict", newer };
  const sent = session.draft;
  const changes = buildChangeSet(sent);
  if (changes.length === 0) return { kind: "nothing-to-save" };
  session.update({ save: { kind: "saving" } });
  try {
    const saved = await session.api.save(sent.revision, changes);
    session.update({ save: { kind: "idle" } });
    session.take(saved, markSaved(session.draft, sent, saved));
    return { kind: "saved", rebased: saved.rebased };
  } catch (error) {
    if (error instanceof ApiError && error.code === "CONFLICT")
      return meetConflict(session, error.message, isRetry);
    if (error instanceof ApiError && error.status === 401) noteSignedOut();
    noteServerTrouble(error);
    const message = error instanceof Error ? error.message : "The draft could not be saved.";
    return failed(session, message, againIn(error));
  }
}

/** The same bytes saved by both are no conflict: the work moves onto the newer revision and is saved again. */
async function meetConflict(session: DraftSession, message: string, isRetry: boolean): Promise<SaveOutcome> {
  try {
    const newer = await session.api.draft();
    session.update({ save: { kind: "idle" } });
    session.meet(newer);
    if (session.state.get().newer === null)
      return isRetry ? failed(session, message) : saveDraft(session, true);
    return { kind: "conflict", newer };
  } catch {
    return failed(session, message);
  }
}

/** What somebody is told of a save that failed. */
export const notSavedWords = ({
  message,
  againInMs,
}: {
  message: string;
  againInMs: number | null;
}): string =>
  againInMs === null
    ? `Not saved: ${message} Your text is kept.`
    : `Not saved yet: ${message} Your text is kept, and saving is tried again by itself.`;

/** What passes by itself is saved again without anybody asking, when the server has said or soon. */
const againIn = (error: unknown): number | null =>
  mayPass(error) ? (error.retryAfterSeconds ?? usualSeconds) * 1_000 : null;

function failed(session: DraftSession, message: string, againInMs: number | null = null): SaveOutcome {
  const outcome = { kind: "failed", message, againInMs } as const;
  session.update({ save: outcome });
  return outcome;
}
