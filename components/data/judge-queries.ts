import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { modelKeys } from "./model-queries";
import { proofKey } from "./proof-queries";

/** Which model judges where a run names none; a change of models may change it. */
export const usualJudgeQuery = (api: Clients["judges"], workspace: string) =>
  queryOptions({
    queryKey: [...modelKeys.all(workspace), "judge"],
    queryFn: () => unwrap(api.workspaces[":workspace"].judge.$get({ param: { workspace } })),
  });

/** Pairs of answers that the judge of a run compared, those without a label of one's own first. */
export const labelPairsQuery = (api: Clients["judges"], workspace: string, skill: string, run: number) =>
  infiniteQueryOptions({
    queryKey: proofKey(workspace, "labels", skill, run),
    queryFn: ({ pageParam }) =>
      unwrap(
        api.workspaces[":workspace"].skills[":skill"]["suite-runs"][":number"].labels.$get({
          param: { workspace, skill, number: String(run) },
          query: pageParam === "" ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    // Whoever goes through them finds each where it stood; opened anew, what is labelled stands behind.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
