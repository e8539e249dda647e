import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

const gateway = (api: Clients["gateway"]) => api.workspaces[":workspace"].gateway;

const keyOf = (workspace: string, ...rest: readonly string[]) =>
  [...moduleKey("gateway", workspace), ...rest] as const;

/** The keys that hosts were given, the newest first. */
export const gatewayKeysQuery = (api: Clients["gateway"], workspace: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "keys"),
    queryFn: () => unwrap(gateway(api).keys.$get({ param: { workspace } })),
  });

/** What is kept of live hosts, and for how long. */
export const gatewaySettingsQuery = (api: Clients["gateway"], workspace: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "settings"),
    queryFn: () => unwrap(gateway(api).settings.$get({ param: { workspace } })),
  });

/** Conversations of live hosts, the last used first; asked again whenever a host was answered. */
export const liveSessionsQuery = (api: Clients["gateway"], workspace: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(workspace, "sessions"),
    queryFn: ({ pageParam }) =>
      unwrap(
        gateway(api).sessions.$get({
          param: { workspace },
          query: pageParam === "" ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const liveSessionQuery = (api: Clients["gateway"], workspace: string, session: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "session", session),
    queryFn: () => unwrap(gateway(api).sessions[":session"].$get({ param: { workspace, session } })),
  });

/** The log of one conversation, as long as one answer may be. */
export const liveEventsQuery = (api: Clients["live"], workspace: string, session: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "events", session),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].gateway.sessions[":session"].events.$get({
          param: { workspace, session },
          query: { limit: "5000" },
        }),
      ),
  });

export const hostComparisonQuery = (api: Clients["live"], workspace: string, session: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "comparison", session),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].gateway.sessions[":session"].comparison.$get({
          param: { workspace, session },
        }),
      ),
  });
