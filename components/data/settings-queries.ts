import { queryOptions } from "@tanstack/react-query";
import {
  type InstanceClient,
  type InvitationClient,
  type KeyClient,
  type LibraryClient,
  type PersonClient,
  unwrap,
  type WorkspaceClient,
} from "@/lib/api/client";

export const instanceFactsQuery = (api: InstanceClient) =>
  queryOptions({ queryKey: ["instance", "facts"], queryFn: () => unwrap(api.instance.$get()) });

export const membersQuery = (api: WorkspaceClient, workspace: string) =>
  queryOptions({
    queryKey: ["workspaces", workspace, "members"],
    queryFn: () => unwrap(api.workspaces[":workspace"].members.$get({ param: { workspace } })),
  });

/** The newest first, whatever became of them; for who may invite. */
export const invitationsQuery = (api: InvitationClient, workspace: string) =>
  queryOptions({
    queryKey: ["workspaces", workspace, "invitations"],
    queryFn: () => unwrap(api.workspaces[":workspace"].invitations.$get({ param: { workspace } })),
  });

/** One's own; everybody's for those who manage them. The newest first. */
export const keysQuery = (api: KeyClient, workspace: string) =>
  queryOptions({
    queryKey: ["keys", workspace],
    queryFn: () => unwrap(api.workspaces[":workspace"].keys.$get({ param: { workspace } })),
  });

export const directoriesQuery = (api: LibraryClient, workspace: string) =>
  queryOptions({
    queryKey: ["library", workspace, "directories"],
    queryFn: () => unwrap(api.workspaces[":workspace"].directories.$get({ param: { workspace } })),
  });

/** Reads the server's disk, so it is asked for when somebody looks, and not kept. */
export const directoryChangesQuery = (api: LibraryClient, workspace: string) =>
  queryOptions({
    queryKey: ["library", workspace, "directories", "changes"],
    queryFn: () => unwrap(api.workspaces[":workspace"].directories.changes.$get({ param: { workspace } })),
    gcTime: 0,
    retry: false,
  });

/** Counts of the server that happens to answer; asked for anew whenever somebody looks. */
export const cachesQuery = (api: LibraryClient, workspace: string) =>
  queryOptions({
    queryKey: ["library", workspace, "caches"],
    queryFn: () => unwrap(api.workspaces[":workspace"].caches.$get({ param: { workspace } })),
    staleTime: 0,
  });

/** Everything about how one gets in. */
export const personKey = ["person"];

/** How one gets in. */
export const signInMethodsQuery = (api: PersonClient) =>
  queryOptions({
    queryKey: [...personKey, "sign-in-methods"],
    queryFn: () => unwrap(api["sign-in-methods"].$get()),
  });

/** Where one is signed in. */
export const signedInQuery = (api: PersonClient) =>
  queryOptions({ queryKey: [...personKey, "sessions"], queryFn: () => unwrap(api.sessions.$get()) });
