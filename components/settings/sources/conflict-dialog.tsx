"use client";

import { useQuery } from "@tanstack/react-query";
import { sourceConflictQuery } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Source } from "@/lib/sources/schema";
import { ThreeTexts } from "./three-texts";
import { useSync } from "./use-sync";

type ConflictDialogProps = {
  source: Source;
  conflict: Source["conflicts"][number];
  close: () => void;
};

/** Both sides of a skill that was changed in its source and here, and which of them stays. */
export function ConflictDialog({ source, conflict, close }: ConflictDialogProps) {
  const { slug: workspace } = useWorkspace();
  const { skill } = conflict;
  const query = sourceConflictQuery(client.sources, { workspace, source: source.id, skill });
  const { data, error, isPending } = useQuery(query);
  const missingRight = useBlockedFor("directories.load");
  const sync = useSync(source.id, (synced) => {
    if (!synced.failure && !synced.conflicts.some((one) => one.skill === skill)) close();
  });
  // What was seen is what is decided about.
  const keep = data ? [{ skill, digest: data.theirs.digest }] : [];
  const take = data ? keep.map((seen) => ({ ...seen, ours: data.ours.digest })) : [];
  const blockedReason = data ? undefined : "The texts are not read yet.";
  return (
    <Dialog
      open
      onOpenChange={close}
      size="large"
      title={`Decide ${markHidden(skill)}`}
      description="It was changed in the source and here. To have something of both, edit the draft first, then keep it."
    >
      <div className="grid gap-3">
        <ErrorNotice error={error} title="The texts could not be read" />
        {isPending ? <SkeletonRows rows={4} label="Reading the texts" /> : null}
        {data ? <ThreeTexts conflict={data} /> : null}
        <ErrorNotice error={sync.error} title="Nothing was decided" />
        {sync.data?.failure ? (
          <Notice tone="error" title="Nothing was decided">
            <ShownText text={sync.data.failure.message} />
          </Notice>
        ) : null}
        {sync.data && !sync.data.failure ? (
          <Notice tone="warning" title="The source or the draft has another text by now">
            Look at it before you decide.
          </Notice>
        ) : null}
        <div className="-mx-4 -mb-4 sticky -bottom-4 z-1">
          <DialogFooter>
            <Button onClick={close}>Cancel</Button>
            <Button
              missingRight={missingRight}
              blockedReason={blockedReason}
              pending={sync.isPending}
              onClick={() => sync.mutate({ keep })}
            >
              Keep the draft here
            </Button>
            <Button
              variant="danger"
              missingRight={missingRight}
              blockedReason={blockedReason}
              pending={sync.isPending}
              onClick={() => sync.mutate({ take })}
            >
              Take the source’s text
            </Button>
          </DialogFooter>
        </div>
      </div>
    </Dialog>
  );
}
