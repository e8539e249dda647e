import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

const sources = (api: Clients["sources"]) => api.workspaces[":workspace"].sources;

/** Sources follow the library: what is told of drafts, and of syncs, asks for them again. */
export const sourceKeys = {
  all: (workspace: string) => [...moduleKey("library", workspace), "sources"] as const,
};

/** Places elsewhere from which skills come, by name. */
export const sourcesQuery = (api: Clients["sources"], workspace: string) =>
  queryOptions({
    queryKey: sourceKeys.all(workspace),
    queryFn: () => unwrap(sources(api).$get({ param: { workspace } })),
  });

/** Where the texts of a skill are from, with the versions that have each. */
export const skillOriginsQuery = (api: Clients["sources"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...moduleKey("library", workspace), "skill", skill, "origins"],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].origins.$get({ param: { workspace, skill } })),
  });

/** Theirs, ours and the base of one skill. */
export const sourceConflictQuery = (
  api: Clients["sources"],
  { workspace, source, skill }: { workspace: string; source: string; skill: string },
) =>
  queryOptions({
    queryKey: [...sourceKeys.all(workspace), source, "conflict", skill],
    queryFn: () =>
      unwrap(sources(api)[":source"].conflicts[":skill"].$get({ param: { workspace, source, skill } })),
    retry: false,
  });

/** Names that more than one place has. */
export const contestedNamesQuery = (api: Clients["places"], workspace: string) =>
  queryOptions({
    queryKey: [...sourceKeys.all(workspace), "contested-names"],
    queryFn: () => unwrap(api.workspaces[":workspace"]["contested-names"].$get({ param: { workspace } })),
  });
