import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

const addresses = (api: Clients["addresses"]) => api.workspaces[":workspace"].addresses;

/** Addresses follow their agents: what is told of these asks for the lists again. */
export const addressKeys = {
  all: (workspace: string) => [...moduleKey("agents", workspace), "addresses"] as const,
};

/** Secret addresses, the newest first: all of them, or those of one agent. */
export const addressesQuery = (api: Clients["addresses"], workspace: string, agent: string | null) =>
  queryOptions({
    queryKey: [...addressKeys.all(workspace), "list", agent],
    queryFn: () =>
      unwrap(addresses(api).$get({ param: { workspace }, query: agent === null ? {} : { agent } })),
  });

/** What clients find at one now; asked for anew each time, as it follows every skill of it. */
export const addressContentsQuery = (api: Clients["addresses"], workspace: string, address: string) =>
  queryOptions({
    queryKey: [...addressKeys.all(workspace), address, "contents"],
    queryFn: () => unwrap(addresses(api)[":address"].contents.$get({ param: { workspace, address } })),
    staleTime: 0,
  });
