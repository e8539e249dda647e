import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";
import { skillKeys } from "./skill-queries";

/** With which workspaces a skill is shared. */
export const sharesQuery = (api: Clients["shares"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "shares"],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].shares.$get({ param: { workspace, skill } })),
  });

/** What other workspaces offer, and what was accepted of it. */
export const receivedQuery = (api: Clients["shares"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("library", workspace), "received"],
    queryFn: () => unwrap(api.workspaces[":workspace"]["received-skills"].$get({ param: { workspace } })),
  });
