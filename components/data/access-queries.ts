import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";
import { skillKeys } from "./skill-queries";

/** Whom a skill is open to. */
export const accessQuery = (api: Clients["library"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "access"],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].access.$get({ param: { workspace, skill } })),
  });

/** Groups of members, by name. */
export const groupsQuery = (api: Clients["members"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("workspaces", workspace), "groups"],
    queryFn: () => unwrap(api.workspaces[":workspace"].groups.$get({ param: { workspace } })),
  });
