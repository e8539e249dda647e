import { queryOptions } from "@tanstack/react-query";
import { type InstanceClient, unwrap, type WorkspaceClient } from "@/lib/api/client";

export const instanceFactsQuery = (api: InstanceClient) =>
  queryOptions({ queryKey: ["instance", "facts"], queryFn: () => unwrap(api.instance.$get()) });

export const membersQuery = (api: WorkspaceClient, workspace: string) =>
  queryOptions({
    queryKey: ["workspaces", workspace, "members"],
    queryFn: () => unwrap(api.workspaces[":workspace"].members.$get({ param: { workspace } })),
  });
