import { queryOptions } from "@tanstack/react-query";
import { type LibraryClient, unwrap } from "@/lib/api/client";
import { skillKeys } from "./skill-queries";

export const maintainersQuery = (api: LibraryClient, workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "maintainers"],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].maintainers.$get({ param: { workspace, skill } })),
  });
