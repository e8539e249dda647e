import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

const comparisons = (api: Clients["comparisons"]) => api.workspaces[":workspace"].comparisons;

export const comparisonKeys = {
  all: (workspace: string) => moduleKey("comparisons", workspace),
  list: (workspace: string) => [...moduleKey("comparisons", workspace), "list"] as const,
  one: (workspace: string, comparison: string) =>
    [...moduleKey("comparisons", workspace), "one", comparison] as const,
};

export const comparisonsQuery = (api: Clients["comparisons"], workspace: string) =>
  infiniteQueryOptions({
    queryKey: comparisonKeys.list(workspace),
    queryFn: ({ pageParam }) =>
      unwrap(
        comparisons(api).$get({
          param: { workspace },
          query: { limit: "100", ...(pageParam === "" ? {} : { cursor: pageParam }) },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const comparisonQuery = (api: Clients["comparisons"], workspace: string, comparison: string) =>
  queryOptions({
    queryKey: comparisonKeys.one(workspace, comparison),
    queryFn: () => unwrap(comparisons(api)[":comparison"].$get({ param: { workspace, comparison } })),
  });
