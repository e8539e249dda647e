import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

const mirrors = (api: Clients["mirrors"]) => api.workspaces[":workspace"].mirrors;

/** Mirrors follow their agents: what is told of these, and of pushes, asks for the lists again. */
export const mirrorKeys = {
  all: (workspace: string) => [...moduleKey("agents", workspace), "mirrors"] as const,
};

/** Repositories elsewhere, the newest first: all of them, or those of one agent. */
export const mirrorsQuery = (api: Clients["mirrors"], workspace: string, agent: string | null) =>
  queryOptions({
    queryKey: [...mirrorKeys.all(workspace), "list", agent],
    queryFn: () =>
      unwrap(mirrors(api).$get({ param: { workspace }, query: agent === null ? {} : { agent } })),
  });

/** What a push would do: asked of the remote once, when somebody looks, whatever is told of meanwhile. */
export const mirrorPlanQuery = (api: Clients["mirrors"], workspace: string, mirror: string) =>
  queryOptions({
    queryKey: ["mirror-plan", workspace, mirror],
    queryFn: () => unwrap(mirrors(api)[":mirror"].plan.$get({ param: { workspace, mirror } })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
