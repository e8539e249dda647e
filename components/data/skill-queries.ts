import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { Draft } from "@/lib/library/drafts/draft-schema";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import { libraryKeys } from "./library-queries";

const skillRoute = (api: Clients["library"]) => api.workspaces[":workspace"].skills[":skill"];
const versionRoute = (api: Clients["library"]) => skillRoute(api).versions[":number"];

export const skillKeys = {
  one: (workspace: string, skill: string) => [...libraryKeys.skills(workspace), "one", skill] as const,
  draft: (workspace: string, skill: string) => [...skillKeys.one(workspace, skill), "draft"] as const,
  /** The same for ever: a digest names files that never change. */
  agentView: (workspace: string, skill: string, { digest, dialect }: { digest: string; dialect: string }) =>
    [...skillKeys.draft(workspace, skill), "agent-view", digest, dialect] as const,
  versions: (workspace: string, skill: string) => [...skillKeys.one(workspace, skill), "versions"] as const,
};

export const skillQuery = (api: Clients["library"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "detail"],
    queryFn: () => unwrap(skillRoute(api).$get({ param: { workspace, skill } })),
  });

/** Which hosts load the draft. */
export const hostLoadsQuery = (api: Clients["library"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.draft(workspace, skill), "loads"],
    queryFn: () => unwrap(skillRoute(api).loads.$get({ param: { workspace, skill } })),
  });

/** Which places outside have a skill of this name. */
export const skillPlacesQuery = (api: Clients["places"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "places"],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].places.$get({ param: { workspace, skill } })),
  });

export const draftQuery = (api: Clients["library"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: skillKeys.draft(workspace, skill),
    queryFn: () => unwrap(skillRoute(api).draft.$get({ param: { workspace, skill } })),
  });

/** The text of a file as it was at `sha256`: the same for ever. */
export const draftFileQuery = (
  api: Clients["library"],
  workspace: string,
  skill: string,
  file: { path: string; sha256: string },
) =>
  queryOptions({
    queryKey: [...skillKeys.draft(workspace, skill), "file", file.path, file.sha256],
    queryFn: () =>
      unwrap(skillRoute(api).draft.file.$get({ param: { workspace, skill }, query: { path: file.path } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Longer texts follow the page. */
const longestWithPageBytes = 128 * 1024;

/** The file the editor opens first, when its text is short enough to come with the page. */
export function openedFile({ files }: Draft, path: string | null): { path: string; sha256: string } | null {
  const file = files.find((each) => each.path === path) ?? files.find((each) => isSkillFile(each.path));
  return file?.kind === "text" && file.size <= longestWithPageBytes ? file : null;
}

export const versionsQuery = (api: Clients["library"], workspace: string, skill: string) =>
  infiniteQueryOptions({
    queryKey: [...skillKeys.versions(workspace, skill), "list"],
    queryFn: ({ pageParam }) =>
      unwrap(
        skillRoute(api).versions.$get({
          param: { workspace, skill },
          query: pageParam === "" ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

/** The labels of a skill, and what may be done with them. */
export const labelsQuery = (api: Clients["library"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...skillKeys.one(workspace, skill), "labels"],
    queryFn: () => unwrap(skillRoute(api).labels.$get({ param: { workspace, skill } })),
  });

/** A version never changes, but for its labels and whether agents get it. */
export const versionQuery = (api: Clients["library"], workspace: string, skill: string, number: number) =>
  queryOptions({
    queryKey: [...skillKeys.versions(workspace, skill), "one", number],
    queryFn: () => unwrap(versionRoute(api).$get({ param: { workspace, skill, number: String(number) } })),
  });

export const versionFileQuery = (
  api: Clients["library"],
  workspace: string,
  skill: string,
  number: number,
  path: string,
) =>
  queryOptions({
    queryKey: [...skillKeys.versions(workspace, skill), "one", number, "file", path],
    queryFn: () =>
      unwrap(
        versionRoute(api).file.$get({
          param: { workspace, skill, number: String(number) },
          query: { path },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Where the bytes of one file are downloaded. */
export function rawFileUrl(workspace: string, skill: string, path: string, version?: number): string {
  const place = version === undefined ? "draft" : `versions/${version}`;
  const query = new URLSearchParams({ path });
  return `/api/v1/workspaces/${workspace}/skills/${encodeURIComponent(skill)}/${place}/raw?${query}`;
}
