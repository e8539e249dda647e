import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { instanceKey } from "./instance-queries";
import { moduleKey, ownPaceKey } from "./query-keys";

export const instanceFactsQuery = (api: Clients["instance"]) =>
  queryOptions({ queryKey: [...instanceKey, "facts"], queryFn: () => unwrap(api.instance.$get()) });

/** What conversations may read and list. */
export const limitsQuery = (api: Clients["limits"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("workspaces", workspace), "limits"],
    queryFn: () => unwrap(api.workspaces[":workspace"].limits.$get({ param: { workspace } })),
  });

/** Whether scripts of skills may run. */
export const scriptsQuery = (api: Clients["scripts"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("workspaces", workspace), "scripts"],
    queryFn: () => unwrap(api.workspaces[":workspace"].scripts.$get({ param: { workspace } })),
  });

export const membersQuery = (api: Clients["workspaces"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("workspaces", workspace), "members"],
    queryFn: () => unwrap(api.workspaces[":workspace"].members.$get({ param: { workspace } })),
  });

/** The newest first, whatever became of them; for who may invite. */
export const invitationsQuery = (api: Clients["invitations"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("workspaces", workspace), "invitations"],
    queryFn: () => unwrap(api.workspaces[":workspace"].invitations.$get({ param: { workspace } })),
  });

/** Lists one's own; those who manage them see everybody's. The newest comes first. */
export const keysQuery = (api: Clients["keys"], workspace: string) =>
  queryOptions({
    queryKey: moduleKey("keys", workspace),
    queryFn: () => unwrap(api.workspaces[":workspace"].keys.$get({ param: { workspace } })),
  });

export const directoriesQuery = (api: Clients["library"], workspace: string) =>
  queryOptions({
    queryKey: ownPaceKey("library", workspace, "directories"),
    queryFn: () => unwrap(api.workspaces[":workspace"].directories.$get({ param: { workspace } })),
  });

/** Reads the server's disk, so it is asked for when somebody looks, and not kept. */
export const directoryChangesQuery = (api: Clients["library"], workspace: string) =>
  queryOptions({
    queryKey: [...ownPaceKey("library", workspace, "directories"), "changes"],
    queryFn: () => unwrap(api.workspaces[":workspace"].directories.changes.$get({ param: { workspace } })),
    gcTime: 0,
    retry: false,
  });

/** Counts of the server that happens to answer; asked for anew whenever somebody looks. */
export const cachesQuery = (api: Clients["library"], workspace: string) =>
  queryOptions({
    queryKey: ownPaceKey("library", workspace, "caches"),
    queryFn: () => unwrap(api.workspaces[":workspace"].caches.$get({ param: { workspace } })),
    staleTime: 0,
  });

/** Everything about how one gets in. */
export const personKey = ["person"];

/** How one gets in. */
export const signInMethodsQuery = (api: Clients["person"]) =>
  queryOptions({
    queryKey: [...personKey, "sign-in-methods"],
    queryFn: () => unwrap(api["sign-in-methods"].$get()),
  });

/** Where one is signed in. */
export const signedInQuery = (api: Clients["person"]) =>
  queryOptions({ queryKey: [...personKey, "sessions"], queryFn: () => unwrap(api.sessions.$get()) });
