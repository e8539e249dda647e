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

/** What pushing a version to its source would do: asked of the remote once, when somebody looks. */
export const versionPushQuery = (
  api: Clients["sources"],
  { workspace, source, skill, number }: { workspace: string; source: string; skill: string; number: number },
) =>
  queryOptions({
    queryKey: ["version-push", workspace, source, skill, number],
    queryFn: () =>
      unwrap(
        sources(api)[":source"].pushes[":skill"].versions[":number"].$get({
          param: { workspace, source, skill, number: String(number) },
        }),
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
