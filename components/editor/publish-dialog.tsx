"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { libraryKeys } from "@/components/library/library-queries";
import { versionsPath } from "@/components/skill/version-paths";
import { Button, ButtonLink } from "@/components/ui/button";
import { Digest } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { client, unwrap } from "@/lib/api/client";
import { isDirty } from "./draft-state";
import { useEditor, useEditorState } from "./editor-context";
import { PublishBlockers } from "./publish-blockers";

type PublishDialogProps = { nextVersion: number; close: () => void };

/** Makes an immutable version of the draft, with a note. What is unsaved is saved first. */
export function PublishDialog({ nextVersion, close }: PublishDialogProps) {
  const { workspace, skill, session, save } = useEditor();
  const cache = useQueryClient();
  const dirty = useEditorState((state) => isDirty(state.draft));
  const problems = useEditorState((state) => state.problems);
  const blocking = problems.filter((problem) => problem.blocking);
  const [note, setNote] = useState("");
  const publish = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      if (isDirty(session.draft)) await save();
      if (isDirty(session.draft)) throw new Error("The draft could not be saved, so nothing was published.");
      const { revision, digest } = session.draft;
      const route = client.library.workspaces[":workspace"].skills[":skill"].versions;
      return unwrap(route.$post({ param: { workspace, skill }, json: { revision, digest, note } }));
    },
    onSuccess: () => {
      void session.refresh();
      // Not awaited: the version is there, whatever the lists take to be fetched again.
      void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
    },
    // A dismissal may have been taken back meanwhile: the list of what blocks is to say so.
    onError: () => void session.refresh(),
  });
  const version = publish.data;
  if (version)
    return (
      <Dialog
        open
        onOpenChange={close}
        size="small"
        title={`Version ${version.number} is published`}
        description="It never changes. Agents that follow the latest version have it from now on."
        footer={
          <>
            <ButtonLink href={versionsPath(workspace, skill)}>See versions</ButtonLink>
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </>
        }
      >
        <p role="status" className="flex items-center gap-2 text-ink-2">
          Digest <Digest digest={version.digest} />
        </p>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      size="small"
      title={`Publish version ${nextVersion}`}
      description="A version is a snapshot that never changes. Agents that follow the latest version get it."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            pending={publish.isPending}
            onClick={() => publish.mutate()}
            blockedReason={blocking.length > 0 ? "What blocks has to be mended first." : undefined}
          >
            {dirty ? "Save and publish" : "Publish"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <PublishBlockers problems={blocking} close={close} />
        <Field label="Note" help="What changed, for those who use the skill. Shown in the list of versions.">
          <Textarea
            autoFocus
            value={note}
            onChange={(event) => setNote(event.target.value)}
            maxLength={2_000}
          />
        </Field>
        {publish.isError ? <Notice tone="error">{publish.error.message}</Notice> : null}
      </div>
    </Dialog>
  );
}
