"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CircleDashed } from "lucide-react";
import { useState } from "react";
import { conversationPath } from "@/components/data/playground-paths";
import { reviewKeys } from "@/components/data/review-queries";
import { useSession } from "@/components/layout/current-workspace";
import { Digest } from "@/components/ui/copy-button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toaster";
import { ApiError, client, unwrap } from "@/lib/api/client";
import { staleBy } from "@/lib/approvals/staleness";
import type { Review, ReviewProof } from "@/lib/reviews/review-schema";
import { PaneItem, PaneList } from "./pane-list";
import { rehearsalsOpened, shownRunsWords, youOpenedWords } from "./review-words";

type VerdictDialogProps = {
  workspace: string;
  /** As it was when the dialog opened: a verdict is about the bytes that were looked at. */
  review: Review;
  kind: "approved" | "changes_requested";
  close: () => void;
};

/** Says what one thinks of exactly these bytes. */
export function VerdictDialog({ workspace, review, kind, close }: VerdictDialogProps) {
  const [seen] = useState(review);
  const runs = useShownRuns(workspace, seen);
  const { user } = useSession();
  const [note, setNote] = useState("");
  const { draft } = seen;
  const approves = kind === "approved";
  const give = useGiveVerdict(workspace, { review: seen, runs, kind }, close);
  const stale = staleBy(draft, review.draft);
  const isSaved = stale === "bytes" || stale === "modes";
  const moved = stale !== null || isConflict(give.error);
  const reason = moved
    ? `${isSaved ? "The draft has been saved" : "Something has changed"} since: look at it again first.`
    : !approves && note.trim() === ""
      ? "Say what should change."
      : undefined;
  return (
    <FormDialog
      size="small"
      title={approves ? "Approve this draft" : "Request changes"}
      description={
        approves
          ? "For exactly these bytes. When one of them changes, which files are executable, or a finding is dismissed, it is stale."
          : "The author sees your note; it holds until the draft changes."
      }
      verb={approves ? "Approve" : "Request changes"}
      pending={give.isPending}
      blockedReason={reason}
      onSubmit={() => give.mutate(note.trim())}
      close={close}
    >
      <p className="flex items-center gap-2">
        <span className="font-mono">
          <ShownText text={seen.skill.name} />
        </span>{" "}
        r{draft.revision} <Digest digest={draft.digest} />
      </p>
      <Opened workspace={workspace} review={seen} viewerId={user.id} />
      <p className={runs.length === 0 ? "text-warn" : "text-ink-2"}>{shownRunsWords(runs.length)}</p>
      {approves && seen.authors.some(({ id }) => id === user.id) ? (
        <Notice tone="warning" title="Your approval will not count">
          You wrote part of these bytes: somebody else has to approve them.
        </Notice>
      ) : null}
      <Field label="Note" help={approves ? "May stay empty. Markdown." : "What should change. Markdown."}>
        <Textarea
          autoFocus
          rows={3}
          value={note}
          maxLength={5_000}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      {moved ? (
        <Notice tone="warning" title={isSaved ? "The draft has changed" : "It is not as you saw it"}>
          {isSaved
            ? `It is r${review.draft.revision} now. `
            : (give.error?.message ?? "A finding was dismissed or restored.")}{" "}
          Close this, look at what changed, and decide again.
        </Notice>
      ) : (
        <ErrorNotice error={give.error} />
      )}
    </FormDialog>
  );
}

type Shown = ReviewProof["shown"];

/** The runs that the proof of these bytes showed when the dialog opened; none where nobody looked at it. */
function useShownRuns(workspace: string, { number, draft }: Review): Shown {
  const cache = useQueryClient();
  const [shown] = useState(() => {
    const proof = cache.getQueryData<ReviewProof>(reviewKeys.proof(workspace, number));
    return proof?.digest === draft.digest ? proof.shown : [];
  });
  return shown;
}

type Given = { review: Review; runs: Shown; kind: VerdictDialogProps["kind"] };

/** Gives the verdict, with its note, about the bytes and the runs that were seen. */
function useGiveVerdict(workspace: string, { review, runs, kind }: Given, done: () => void) {
  const { draft, number } = review;
  const { digest, modesRevision, findingsRevision } = draft;
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
  return useMutation({
    meta: { silent: true },
    mutationFn: (note: string) =>
      unwrap(
        client.reviews.workspaces[":workspace"].reviews[":number"].verdicts.$post({
          param: { workspace, number: String(number) },
          json: { kind, note, digest, modesRevision, findingsRevision, seen: runs },
        }),
      ),
    onSuccess: (after) => {
      cache.setQueryData(reviewKeys.one(workspace, number), after);
      void refresh();
      toast.success(kind === "approved" ? "Approved" : "Changes requested");
      done();
    },
    onError: refresh,
  });
}

const isConflict = (error: Error | null) => error instanceof ApiError && error.status === 409;

/** Which rehearsals of these bytes one has opened: the verdict keeps it. */
function Opened({ workspace, review, viewerId }: { workspace: string; review: Review; viewerId: string }) {
  const { opened, total } = rehearsalsOpened(review, viewerId);
  const current = review.rehearsals.filter(({ stale }) => !stale);
  return (
    <section aria-label="Rehearsals" className="grid gap-2">
      <p className={opened === 0 && total > 0 ? "text-warn" : "text-ink-2"}>
        {youOpenedWords(opened, total)}.
      </p>
      {current.length === 0 ? null : (
        <PaneList label="Rehearsals of this digest">
          {current.map(({ conversationId, title, agent, openedBy }) => {
            const isOpened = openedBy.some(({ id }) => id === viewerId);
            return (
              <PaneItem
                key={conversationId}
                icon={isOpened ? Check : CircleDashed}
                title={
                  <TextLink href={conversationPath(workspace, conversationId)}>
                    <ShownText text={title} />
                  </TextLink>
                }
                end={isOpened ? "opened" : "not opened"}
              >
                <ShownText text={agent?.name ?? ""} />
              </PaneItem>
            );
          })}
        </PaneList>
      )}
    </section>
  );
}
