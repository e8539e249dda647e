"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { skillEditPath } from "@/components/data/skill-paths";
import { draftQuery } from "@/components/data/skill-queries";
import { listProblems } from "@/components/library/problems/problems";
import { PublishBlockers } from "@/components/library/problems/publish-blockers";
import { splitFindings } from "@/components/library/problems/split-findings";
import { PublishDialog } from "@/components/review/publish-dialog";
import { RequestReviewDialog } from "@/components/review/request-review-dialog";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";

type PublishSkillDialogProps = { workspace: string; skill: string; close: () => void };

/** Publishes the draft as it was when the dialog knew it: one saved meanwhile is refused, not published unseen. */
export function PublishSkillDialog({ workspace, skill, close }: PublishSkillDialogProps) {
  const { data: draft } = useQuery(draftQuery(client.library, workspace, skill));
  const [asking, setAsking] = useState(false);
  const blocking = draft
    ? listProblems(draft.issues, splitFindings(draft.findings).open).filter((problem) => problem.blocking)
    : [];
  if (asking) return <RequestReviewDialog workspace={workspace} skill={skill} close={close} />;
  return (
    <PublishDialog
      workspace={workspace}
      skill={skill}
      prepare={async () => {
        if (!draft) throw new Error("The draft is not loaded yet. Try again in a moment.");
        return { revision: draft.revision, digest: draft.digest };
      }}
      blockers={
        <PublishBlockers
          problems={blocking}
          place={({ path, range }) => (
            <TextLink href={`${skillEditPath(workspace, skill)}?${new URLSearchParams({ file: path })}`}>
              <ShownText text={path} /> {range.startLine}:{range.startColumn}
            </TextLink>
          )}
        />
      }
      // What blocks as a finding is the policy's: its rules stand in the dialog, and some may go past them.
      blockedReason={
        blocking.some(({ finding }) => !finding) ? "Fix what blocks publishing first." : undefined
      }
      onAskForReview={() => setAsking(true)}
      close={close}
    />
  );
}
