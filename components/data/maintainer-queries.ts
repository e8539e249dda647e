import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { skillKeys } from "./skill-queries";

export const maintainersQuery = (api: Clients["library"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "maintainers"],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].maintainers.$get({ param: { workspace, skill } })),
  });
