"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { effectSuiteQuery } from "@/components/data/effect-queries";
import { libraryKeys } from "@/components/data/library-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { toast } from "@/components/ui/toaster";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { EffectSuite } from "@/lib/proof/suite-schema";
import { unsavedWork } from "../unsaved-work";
import { isSameTasks, rebaseTasks, type TaskRow, taskProblems, toSavedTask, toTaskRows } from "./task-rows";

/** What is edited: rows over the tasks that they were made from. */
type EditingTasks = { base: EffectSuite; rows: TaskRow[] };

const unsavedTasksOf = unsavedWork<EditingTasks>();

export type TaskDraft = ReturnType<typeof useTaskDraft>;

/**
 * The tasks as they are edited, and saving them into the skill's draft by the revision that they were read with. What is
 * not saved is there again when they are opened next.
 */
export function useTaskDraft(skill: string, stored: EffectSuite) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const held = unsavedTasksOf(cache);
  const place = `${workspace}/${skill}`;
  const [editing, setEditing] = useState<EditingTasks>(
    () => held.get(place) ?? { base: stored, rows: toTaskRows(stored.tasks) },
  );
  const [newer, setNewer] = useState<EffectSuite | null>(null);
  const { base, rows } = editing;
  const isDirty = useMemo(() => !isSameTasks(rows, base.tasks), [rows, base]);
  const problems = useMemo(() => taskProblems(rows), [rows]);
  const setRows = useCallback(
    (change: (rows: TaskRow[]) => TaskRow[]) =>
      setEditing((before) => ({ ...before, rows: change(before.rows) })),
    [],
  );
  const take = (suite: EffectSuite, put: TaskRow[] = toTaskRows(suite.tasks)) => {
    setEditing({ base: suite, rows: put });
    setNewer(null);
  };
  const query = effectSuiteQuery(client.proof, workspace, skill);
  const save = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"].suites.effect.$put({
          param: { workspace, skill },
          json: { revision: revisionOf(base), tasks: rows.map(toSavedTask) },
        }),
      ),
    onSuccess: (suite) => {
      cache.setQueryData(query.queryKey, suite);
      take(suite, keepKeys(rows, suite));
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
    rebase: () => newer && take(newer, rebaseTasks(base.tasks, rows, newer.tasks)),
  };
}

/** A draft has one; a version is only read. */
const revisionOf = ({ revision }: EffectSuite): number => revision ?? 0;

/** The one that is looked at stays in sight when it was saved. */
const keepKeys = (rows: readonly TaskRow[], suite: EffectSuite): TaskRow[] =>
  toTaskRows(suite.tasks).map((row, at) => ({ ...row, key: rows[at]?.key ?? row.key }));
