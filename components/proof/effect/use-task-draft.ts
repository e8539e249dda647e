"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { effectSuiteQuery } from "@/components/data/effect-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { client, unwrap } from "@/lib/api/client";
import type { EffectSuite } from "@/lib/proof/suites/suite-schema";
import { unsavedWork } from "../unsaved-work";
import { type EditedRows, useRowsDraft } from "../use-rows-draft";
import { isSameTasks, rebaseTasks, type TaskRow, taskProblems, toSavedTask, toTaskRows } from "./task-rows";

const unsavedTasksOf = unsavedWork<EditedRows<EffectSuite, TaskRow>>();

export type TaskDraft = ReturnType<typeof useTaskDraft>;

/** The tasks of the effect suite as they are edited. */
export function useTaskDraft(skill: string, stored: EffectSuite) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const query = effectSuiteQuery(client.proof, workspace, skill);
  const draft = useRowsDraft<EffectSuite, TaskRow>(skill, stored, {
    held: unsavedTasksOf(cache),
    toRows: tasksOf,
    isSame: isSameAs,
    rebase: (base, rows, newer) => rebaseTasks(base.tasks, rows, newer.tasks),
    save: async (revision, rows) => {
      const suite = await unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"].suites.effect.$put({
          param: { workspace, skill },
          json: { revision, tasks: rows.map(toSavedTask) },
        }),
      );
      cache.setQueryData(query.queryKey, suite);
      return suite;
    },
    savedRows: keepKeys,
    readAgain: () => cache.fetchQuery({ ...query, staleTime: 0 }),
  });
  const problems = useMemo(() => taskProblems(draft.rows), [draft.rows]);
  return { ...draft, problems };
}

const tasksOf = ({ tasks }: EffectSuite): TaskRow[] => toTaskRows(tasks);
const isSameAs = (rows: readonly TaskRow[], { tasks }: EffectSuite): boolean => isSameTasks(rows, tasks);

/** The one that is looked at stays in sight when it was saved. */
const keepKeys = (rows: readonly TaskRow[], suite: EffectSuite): TaskRow[] =>
  toTaskRows(suite.tasks).map((row, at) => ({ ...row, key: rows[at]?.key ?? row.key }));
