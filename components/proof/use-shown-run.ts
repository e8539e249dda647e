"use client";

import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { suiteRunQuery, suiteRunsQuery } from "@/components/data/proof-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { itemsOf } from "@/components/ui/paged-query";
import { client } from "@/lib/api/client";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { SuiteRun, SuiteRunDetail } from "@/lib/proof/schema";

export type ProofPlace = {
  workspace: string;
  skill: string;
  /** Of a run; null: the newest. */
  number: number | null;
};

/** What a page of a suite shows beside the suite itself. */
export type ShownRun = {
  workspace: string;
  skill: SkillDetail;
  runs: ReturnType<typeof useRuns>;
  run: SuiteRunDetail | null;
  /** A run that has begun since the page was opened on the newest. */
  newer: SuiteRun | null;
};

const useRuns = ({ workspace, skill }: ProofPlace, kind: SuiteRun["suite"]) =>
  useInfiniteQuery(suiteRunsQuery(client.proof, workspace, skill, kind));

/** The skill, its runs, and the one that is looked at; null until all of them and the suite are read. */
export function useShownRun<Suite>(place: ProofPlace, kind: SuiteRun["suite"], suite: UseQueryResult<Suite>) {
  const { workspace, skill, number } = place;
  const detail = useQuery(skillQuery(client.library, workspace, skill));
  const runs = useRuns(place, kind);
  const newest = itemsOf(runs)[0] ?? null;
  const [opened, setOpened] = useState<{ number: number | null } | null>(null);
  // What begins while somebody reads or writes here is offered, not put in the place of what they look at.
  if (opened === null && runs.isSuccess) setOpened({ number: newest?.number ?? null });
  const at = number ?? (opened === null ? (newest?.number ?? null) : opened.number);
  const run = useQuery({
    ...suiteRunQuery(client.proof, workspace, skill, at ?? 0),
    enabled: at !== null,
  });
  // The run that was looked at is deleted: what is the newest now takes its place.
  if (number === null && at !== null && run.error !== null && runs.isSuccess && newest?.number !== at)
    setOpened({ number: newest?.number ?? null });
  const failed = [detail, suite, runs, run].find(({ error, data }) => error !== null && data === undefined);
  const isKnown = runs.isSuccess && (at === null || run.data !== undefined);
  const shown: ShownRun | null =
    failed || !detail.data || !isKnown
      ? null
      : {
          workspace,
          skill: detail.data,
          runs,
          run: run.data ?? null,
          newer: number === null && newest !== null && newest.number > (at ?? 0) ? newest : null,
        };
  return { shown, waitsFor: failed ?? detail };
}
