"use client";

import { useState } from "react";
import { PublishBlockers } from "@/components/library/problems/publish-blockers";
import { PublishDialog as PublishDraft } from "@/components/review/publish-dialog";
import { RequestReviewDialog } from "@/components/review/request-review-dialog";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import { useEditor, useEditorState } from "./editor-context";
import { isDirty } from "./saving/draft-state";

/** Publishes the open draft. What is unsaved is saved first; where the policy wants approvals, review is asked for. */
export function PublishDialog({ close }: { close: () => void }) {
  const { workspace, skill, session, save, reveal } = useEditor();
  const dirty = useEditorState((state) => isDirty(state.draft));
  const problems = useEditorState((state) => state.problems);
  const blocking = problems.filter((problem) => problem.blocking);
  const [asking, setAsking] = useState(false);
  const prepare = async () => {
    if (isDirty(session.draft)) await save();
    if (isDirty(session.draft)) throw new Error("The draft could not be saved, so nothing was published.");
    const { revision, digest } = session.draft;
    return { revision, digest };
  };
  if (asking) return <RequestReviewDialog workspace={workspace} skill={skill} close={close} />;
  return (
    <PublishDraft
      workspace={workspace}
      skill={skill}
      prepare={prepare}
      unsaved={dirty}
      blockers={
        <PublishBlockers
          problems={blocking}
          place={({ path, range }) => (
            <TextButton
              onClick={() => {
                close();
                reveal(path, { line: range.startLine, column: range.startColumn });
              }}
            >
              <ShownText text={path} /> {range.startLine}:{range.startColumn}
            </TextButton>
          )}
        />
      }
      // What blocks as a finding is the policy's: its rules stand in the dialog, and some may go past them.
      blockedReason={
        blocking.some(({ finding }) => !finding) ? "Fix what blocks publishing first." : undefined
      }
      onAskForReview={() =>
        void prepare().then(
          () => setAsking(true),
          () => {},
        )
      }
      // A dismissal may have been taken back meanwhile: the list of what blocks is to say so.
      onSettled={() => void session.refresh()}
      close={close}
    />
  );
}
