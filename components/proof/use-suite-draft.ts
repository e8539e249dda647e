"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { triggerSuiteQuery } from "@/components/data/proof-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { client, unwrap } from "@/lib/api/client";
import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";
import { isSameSuite, rebaseRows, rowProblems, type SuiteRow, toRows } from "./suite-rows";
import { unsavedCasesOf } from "./unsaved-cases";
import { useRowsDraft } from "./use-rows-draft";

export type SuiteDraft = ReturnType<typeof useSuiteDraft>;

/** The cases of the trigger suite as they are edited. */
export function useSuiteDraft(skill: string, stored: TriggerSuite) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const query = triggerSuiteQuery(client.proof, workspace, skill);
  const draft = useRowsDraft<TriggerSuite, SuiteRow>(skill, stored, {
    held: unsavedCasesOf(cache),
    toRows: casesOf,
    isSame: isSameAs,
    rebase: (base, rows, newer) => rebaseRows(base.cases, rows, newer.cases),
    save: async (revision, rows) => {
      const suite = await unwrap(
        client.proof.workspaces[":workspace"].skills[":skill"].suites.trigger.$put({
          param: { workspace, skill },
          json: { revision, cases: rows.map(toSavedCase) },
        }),
      );
      cache.setQueryData(query.queryKey, suite);
      return suite;
    },
    readAgain: () => cache.fetchQuery({ ...query, staleTime: 0 }),
  });
  const problems = useMemo(() => rowProblems(draft.rows), [draft.rows]);
  return { ...draft, problems };
}

const casesOf = ({ cases }: TriggerSuite): SuiteRow[] => toRows(cases);
const isSameAs = (rows: readonly SuiteRow[], { cases }: TriggerSuite): boolean => isSameSuite(rows, cases);
const toSavedCase = ({ query, expected, note }: SuiteRow) => ({
  query,
  expected,
  ...(note.trim() === "" ? {} : { note: note.trim() }),
});
