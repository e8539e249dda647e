"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { directoryChangesQuery } from "@/components/data/settings-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import type { DirectoryChanges, DirectoryEntry } from "@/lib/imports/directory-schema";
import { DirectoryEntries } from "./directory-entries";

type ReadDirectoriesDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** What the disk has, before anything is written; then the writing. Its content is mounted anew each time. */
export function ReadDirectoriesDialog({ open, onOpenChange }: ReadDirectoriesDialogProps) {
  return open ? <OpenDialog onOpenChange={onOpenChange} /> : null;
}

function OpenDialog({ onOpenChange }: Pick<ReadDirectoriesDialogProps, "onOpenChange">) {
  const { slug } = useWorkspace();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const changes = useQuery(directoryChangesQuery(client.library, slug));
  const reading = useReading(() => onOpenChange(false));
  const writes = changes.data ? countWrites(changes.data, taken) : 0;
  const choiceFor = ({ outcome, path, skill }: DirectoryEntry) =>
    outcome === "conflict" ? (
      <Checkbox
        checked={taken.has(path)}
        onChange={({ target }) => setTaken(toggled(taken, path, target.checked))}
        label={`Take the text on disk for ${skill}`}
        help="It replaces the draft here, which cannot be brought back unless it was published."
      />
    ) : null;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Read again"
      description="What is on disk now, compared with the drafts here. Nothing is written yet."
      size="large"
      footer={
        <>
          <Button onClick={() => changes.refetch()} pending={changes.isFetching}>
            Check again
          </Button>
          <Button
            variant="primary"
            pending={reading.isPending}
            blockedReason={changes.data ? undefined : "The folders are not read yet."}
            onClick={() => changes.data && reading.mutate({ ...changes.data, take: [...taken] })}
          >
            {writes === 0 ? "Keep this report" : `Write ${formatCount(writes, "draft")}`}
          </Button>
        </>
      }
    >
      {reading.error ? (
        <Notice tone="error" title="Nothing was written" className="mb-3">
          <ShownText text={reading.error.message} />
        </Notice>
      ) : null}
      {changes.error ? (
        <Notice tone="error" title="The folders could not be read">
          <ShownText text={changes.error.message} />
        </Notice>
      ) : null}
      {changes.isPending ? <SkeletonRows rows={4} label="Reading the folders" /> : null}
      {changes.data ? (
        <>
          {writes === 0 ? (
            <p className="pb-3 text-ink-2">
              There is nothing to write: the drafts here are as the disk has them, or newer.
            </p>
          ) : null}
          <DirectoryEntries
            caption="What a reading would do, worst first"
            entries={changes.data.entries}
            when="before"
            choiceFor={choiceFor}
          />
        </>
      ) : null}
    </Dialog>
  );
}

function toggled(taken: ReadonlySet<string>, path: string, isTaken: boolean): ReadonlySet<string> {
  const next = new Set(taken);
  if (isTaken) next.add(path);
  else next.delete(path);
  return next;
}

const countWrites = ({ entries }: DirectoryChanges, taken: ReadonlySet<string>): number =>
  entries.filter(
    ({ outcome, path }) =>
      outcome === "new" || outcome === "changed" || (outcome === "conflict" && taken.has(path)),
  ).length;

function useReading(onDone: () => void) {
  const { slug } = useWorkspace();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ fingerprint, take }: { fingerprint: string; take: string[] }) =>
      unwrap(
        client.library.workspaces[":workspace"].directories.reads.$post({
          param: { workspace: slug },
          json: { fingerprint, take },
        }),
      ),
    onSuccess: async ({ loaded, failed }) => {
      toast.success(`Read: ${formatCount(loaded, "skill")} loaded, ${failed} failed`);
      onDone();
      await queryClient.invalidateQueries({ queryKey: libraryKeys.all(slug) });
    },
    meta: { silent: true },
  });
}
