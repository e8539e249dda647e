"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { libraryKeys } from "@/components/data/library-queries";
import { triggerSuiteQuery } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { toast } from "@/components/ui/toaster";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { TriggerSuite } from "@/lib/proof/suite-schema";
import { isSameSuite, rebaseRows, rowProblems, type SuiteRow, toRows } from "./suite-rows";
import { type Editing, unsavedCasesOf } from "./unsaved-cases";

export type SuiteDraft = ReturnType<typeof useSuiteDraft>;

/**
 * The cases as they are edited, and saving them into the skill's draft by the revision that they were read with. What
 * is not saved is there again when the table is opened next.
 */
export function useSuiteDraft(skill: string, stored: TriggerSuite) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const held = unsavedCasesOf(cache);
  const place = `${workspace}/${skill}`;
  const [editing, setEditing] = useState<Editing>(
    () => held.get(place) ?? { base: stored, rows: toRows(stored.cases) },
  );
  const [newer, setNewer] = useState<TriggerSuite | null>(null);
  const { base, rows } = editing;
  const isDirty = !isSameSuite(rows, base.cases);
  const problems = useMemo(() => rowProblems(rows), [rows]);
  const setRows = useCallback(
    (change: (rows: SuiteRow[]) => SuiteRow[]) =>
      setEditing((before) => ({ ...before, rows: change(before.rows) })),
    [],
  );
  const take = (suite: TriggerSuite, put: SuiteRow[] = toRows(suite.cases)) => {
    setEditing({ base: suite, rows: put });
    setNewer(null);
  };
  const query = triggerSuiteQuery(client.proof, workspace, skill);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"].suites.trigger.$put({
          param: { workspace, skill },
          json: {
            revision: revisionOf(base),
            cases: rows.map(({ query: text, expected, note }) => ({
              query: text,
              expected,
              ...(note.trim() === "" ? {} : { note: note.trim() }),
            })),
          },
        }),
      ),
    onSuccess: (suite) => {
      cache.setQueryData(query.queryKey, suite);
      take(suite);
      void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
      toast.success(`Saved in the draft, r${suite.revision}.`);
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== "CONFLICT") return;
      setNewer(await cache.fetchQuery({ ...query, staleTime: 0 }));
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
    problems,
    setRows,
    save,
    newer,
    discard: () => take(newer ?? stored),
    rebase: () => newer && take(newer, rebaseRows(base.cases, rows, newer.cases)),
  };
}

/** A draft has one; a version is only read. */
const revisionOf = ({ revision }: TriggerSuite): number => revision ?? 0;
