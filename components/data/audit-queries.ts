import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AuditClient, unwrap } from "@/lib/api/client";
import { type AuditFilters, toQuery } from "./audit-filters";

const pageSize = 50;
const audit = (api: AuditClient) => api.workspaces[":workspace"].audit;

/** The trail as the filters narrow it, the newest first, page after page. */
export const auditQuery = (api: AuditClient, workspace: string, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ["audit", workspace, "list", filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        audit(api).$get({
          param: { workspace },
          query: {
            ...toQuery(filters),
            limit: String(pageSize),
            ...(pageParam === "" ? {} : { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // What was just done is what somebody looks for here.
    staleTime: 2_000,
  });

export const auditRetentionQuery = (api: AuditClient, workspace: string) =>
  queryOptions({
    queryKey: ["audit", workspace, "retention"],
    queryFn: () => unwrap(audit(api).retention.$get({ param: { workspace } })),
  });

/** Where a browser downloads what the filters let through. */
export function auditExportUrl(workspace: string, filters: AuditFilters, format: "csv" | "json"): string {
  const query = new URLSearchParams({ format, ...toQuery(filters) });
  return `/api/v1/workspaces/${workspace}/audit/export?${query}`;
}
