"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { toast } from "@/components/ui/toaster";
import { ApiError } from "@/lib/api/client";
import type { UnsavedWork } from "./unsaved-work";

/** What is edited: rows over the suite that they were made from. */
export type EditedRows<Suite, Row> = { base: Suite; rows: Row[] };

type RowsDraft<Suite, Row> = {
  held: UnsavedWork<EditedRows<Suite, Row>>;
  toRows: (suite: Suite) => Row[];
  isSame: (rows: readonly Row[], suite: Suite) => boolean;
  /** Puts what was changed in `rows` since `base` over what somebody else has stored meanwhile. */
  rebase: (base: Suite, rows: readonly Row[], newer: Suite) => Row[];
  /** Stores them, and puts what was stored where the page reads it. */
  save: (revision: number, rows: readonly Row[]) => Promise<Suite>;
  /** The rows of what was saved, where they are not simply those of its suite. */
  savedRows?: (rows: readonly Row[], suite: Suite) => Row[];
  readAgain: () => Promise<Suite>;
};

/**
 * Rows of a suite as they are edited, and saving them into the skill's draft by the revision that they were read with.
 * What is not saved is there again when they are opened next.
 */
export function useRowsDraft<Suite extends { revision: number | null }, Row>(
  skill: string,
  stored: Suite,
  of: RowsDraft<Suite, Row>,
) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const { held, toRows, isSame } = of;
  const place = `${workspace}/${skill}`;
  const [editing, setEditing] = useState(() => held.get(place) ?? { base: stored, rows: toRows(stored) });
  const [newer, setNewer] = useState<Suite | null>(null);
  const { base, rows } = editing;
  const isDirty = useMemo(() => !isSame(rows, base), [isSame, rows, base]);
  const setRows = useCallback(
    (change: (rows: Row[]) => Row[]) => setEditing((before) => ({ ...before, rows: change(before.rows) })),
    [],
  );
  const take = (suite: Suite, put: Row[] = toRows(suite)) => {
    setEditing({ base: suite, rows: put });
    setNewer(null);
  };
  const save = useMutation({
    meta: { silent: true },
    mutationFn: ({ base, rows }: EditedRows<Suite, Row>) => of.save(revisionOf(base), rows),
    onSuccess: (suite, sent) => {
      // Whoever left meanwhile finds what was saved, and not the same once more as unsaved.
      if (held.get(place)?.rows === sent.rows) held.drop(place);
      setEditing((now) => {
        const isSent = now.rows === sent.rows;
        const own = isSent ? of.savedRows?.(sent.rows, suite) : of.rebase(sent.base, now.rows, suite);
        return { base: suite, rows: own ?? toRows(suite) };
      });
      setNewer(null);
      void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
      toast.success(`Saved in the draft, r${suite.revision}.`);
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === "CONFLICT") setNewer(await of.readAgain());
    },
  });
  useEffect(() => {
    if (isDirty) held.put(place, editing);
    else held.drop(place);
  }, [held, place, editing, isDirty]);
  // What nobody has changed here follows what is stored.
  if (!isDirty && newer === null && stored !== base && revisionOf(stored) > revisionOf(base)) take(stored);
  return {
    rows,
    base,
    isDirty,
    setRows,
    save: { ...save, mutate: () => save.mutate(editing) },
    newer,
    discard: () => take(newer ?? stored),
    rebase: () => newer && take(newer, of.rebase(base, rows, newer)),
  };
}

/** A draft has one; a version is only read. */
const revisionOf = ({ revision }: { revision: number | null }): number => revision ?? 0;
