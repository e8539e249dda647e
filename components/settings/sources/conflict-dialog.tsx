"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { sourceConflictQuery } from "@/components/data/source-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Dialog, DialogFoot } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { MendConflict, Source } from "@/lib/sources/schema";
import { type Choices, leftIn, mendedFile, partsOf } from "./mend-conflict";
import { MendFiles } from "./mend-files";
import { useSync } from "./use-sync";

type ConflictDialogProps = {
  source: Source;
  conflict: Source["conflicts"][number];
  close: () => void;
};

/** Both sides of a skill that was changed in its source and here, and what it becomes: something of both, or one of them. */
export function ConflictDialog({ source, conflict, close }: ConflictDialogProps) {
  const { slug: workspace } = useWorkspace();
  const { skill } = conflict;
  const query = sourceConflictQuery(client.sources, { workspace, source: source.id, skill });
  const { data, error, isPending } = useQuery(query);
  // About the very texts that are shown: with others, everything is to be decided again.
  const of = data ? `${data.theirs.digest} ${data.ours.revision}` : "";
  const [chosen, setChosen] = useState<{ of: string; choices: Choices }>({ of, choices: {} });
  const choices = chosen.of === of ? chosen.choices : nothingChosen;
  const parts = useMemo(() => (data?.files ?? []).map(partsOf), [data]);
  const left = parts.reduce((sum, part) => sum + leftIn(part, choices), 0);
  const missingRight = useBlockedFor("directories.load");
  const sync = useSync(source.id, (synced) => {
    if (!synced.failure && !synced.conflicts.some((one) => one.skill === skill)) close();
  });
  const mend = useMend(source.id, skill, close);
  const pending = sync.isPending || mend.isPending;
  // What was seen is what is decided about.
  const keep = data ? [{ skill, digest: data.theirs.digest }] : [];
  const take = data ? keep.map((seen) => ({ ...seen, ours: data.ours.digest })) : [];
  const blockedReason = data ? undefined : "The texts are not read yet.";
  const save = () => {
    if (!data) return;
    const files = parts.flatMap((part) => mendedFile(part, choices) ?? []);
    mend.mutate({ theirs: data.theirs.digest, baseRevision: data.ours.revision, files });
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      size="wide"
      title={`Decide ${markHidden(skill)}`}
      description="It was changed in the source and here. Choose for each change, or take one side as a whole."
    >
      <div className="grid gap-3">
        <ErrorNotice error={error} title="The texts could not be read" />
        {isPending ? <SkeletonRows rows={4} label="Reading the texts" /> : null}
        {data ? (
          <MendFiles
            conflict={data}
            parts={parts}
            choices={choices}
            choose={(key, choice) => setChosen({ of, choices: { ...choices, [key]: choice } })}
          />
        ) : null}
        <ErrorNotice error={mend.error ?? sync.error} title="Nothing was decided" />
        <Undecided synced={sync.data} />
        <DialogFoot>
          <p className="mr-auto text-12 text-ink-2" aria-live="polite">
            {data ? sayLeft(left) : ""}
          </p>
          <Button onClick={close}>Cancel</Button>
          <Button
            missingRight={missingRight}
            blockedReason={blockedReason}
            pending={pending}
            onClick={() => sync.mutate({ keep })}
          >
            Keep the draft here
          </Button>
          <Button
            variant="danger"
            missingRight={missingRight}
            blockedReason={blockedReason}
            pending={pending}
            onClick={() => sync.mutate({ take })}
          >
            Take the source’s text
          </Button>
          <Button
            variant="primary"
            missingRight={missingRight}
            blockedReason={blockedReason ?? (left > 0 ? sayLeft(left) : undefined)}
            pending={pending}
            onClick={save}
          >
            Save the result
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

const nothingChosen: Choices = {};

const sayLeft = (left: number): string =>
  left === 0 ? "Every change is decided." : `${formatCount(left, "change")} to decide.`;

/** After a sync that decided nothing. */
function Undecided({ synced }: { synced: Source | undefined }) {
  if (!synced) return null;
  if (synced.failure)
    return (
      <Notice tone="error" title="Nothing was decided">
        <ShownText text={synced.failure.message} />
      </Notice>
    );
  return (
    <Notice tone="warning" title="The source or the draft has another text by now">
      Look at it before you decide.
    </Notice>
  );
}

/** Saves the result; whatever came of it, both texts are asked for again. */
function useMend(source: string, skill: string, close: () => void) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (json: MendConflict) =>
      unwrap(
        client.sources.workspaces[":workspace"].sources[":source"].conflicts[":skill"].$post({
          param: { workspace, source, skill },
          json,
        }),
      ),
    onSuccess: () => {
      toast.success(`Saved: the draft of ${markHidden(skill)} has the result`);
      close();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) }),
  });
}
