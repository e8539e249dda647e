import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { type AuditFilters, toQuery } from "./audit-filters";
import { moduleKey } from "./query-keys";

const pageSize = 50;
const audit = (api: Clients["audit"]) => api.workspaces[":workspace"].audit;

/** Null stands for the installation's own. */
export const auditKey = (workspace: string | null) => moduleKey("audit", workspace);

/**
 * Answers the trail as the filters narrow it, the newest first, page after page. Without a workspace it is the
 * installation's own.
 */
export const auditQuery = (api: Clients["audit"], workspace: string | null, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...auditKey(workspace), "list", filters],
    queryFn: ({ pageParam }) => {
      const query = {
        ...toQuery(filters),
        limit: String(pageSize),
        ...(pageParam === "" ? {} : { cursor: pageParam }),
      };
      return workspace === null
        ? unwrap(api.instance.audit.$get({ query }))
        : unwrap(audit(api).$get({ param: { workspace }, query }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // What was just done is what somebody looks for here.
    staleTime: 2_000,
  });

/** How long rows are kept. No workspace: the installation's own. */
export const auditRetentionQuery = (api: Clients["audit"], workspace: string | null) =>
  queryOptions({
    queryKey: [...auditKey(workspace), "retention"],
    queryFn: () =>
      workspace === null
        ? unwrap(api.instance.audit.retention.$get())
        : unwrap(audit(api).retention.$get({ param: { workspace } })),
  });

/** Where a browser downloads what the filters let through. */
export function auditExportUrl(
  workspace: string | null,
  filters: AuditFilters,
  format: "csv" | "json",
): string {
  const query = new URLSearchParams({ format, ...toQuery(filters) });
  return `/api/v1/${workspace === null ? "instance" : `workspaces/${workspace}`}/audit/export?${query}`;
}
