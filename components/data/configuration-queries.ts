import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

/** The server's file and how far it has drifted. It follows the agents: whatever changes one asks for it again. */
export const configurationQuery = (api: Clients["configuration"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("agents", workspace), "configuration"],
    queryFn: () => unwrap(api.workspaces[":workspace"].configuration.$get({ param: { workspace } })),
    staleTime: 0,
    retry: false,
  });

/** What is here as a file. It is asked for when somebody wants it, and anew each time. */
export const configurationFileQuery = (api: Clients["configuration"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("agents", workspace), "configuration", "file"],
    queryFn: () => unwrap(api.workspaces[":workspace"].configuration.file.$get({ param: { workspace } })),
    staleTime: 0,
    gcTime: 0,
  });
