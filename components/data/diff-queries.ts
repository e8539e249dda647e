import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { FileChange } from "@/lib/library/diffs/diff-schema";
import { libraryKeys } from "./library-queries";

const diffRoute = (api: Clients["library"]) => api.workspaces[":workspace"].skills[":skill"].diff;

/** Which comparison: sides as they are asked for. */
export type Compared = { workspace: string; skill: string; from: string; to: string };

const comparisonKey = ({ workspace, skill }: Compared) =>
  [...libraryKeys.skills(workspace), "one", skill, "diff"] as const;

export const packageDiffQuery = (api: Clients["library"], compared: Compared) =>
  queryOptions({
    queryKey: [...comparisonKey(compared), compared.from, compared.to],
    queryFn: () => {
      const { workspace, skill, from, to } = compared;
      return unwrap(diffRoute(api).$get({ param: { workspace, skill }, query: { from, to } }));
    },
  });

/** The same two texts differ in the same places for ever. */
export const fileDiffQuery = (api: Clients["library"], compared: Compared, file: FileChange) =>
  queryOptions({
    queryKey: [
      ...comparisonKey(compared),
      "file",
      file.path,
      file.before?.sha256 ?? "",
      file.after?.sha256 ?? "",
    ],
    queryFn: () => {
      const { workspace, skill, from, to } = compared;
      const query = {
        from,
        to,
        path: file.path,
        ...(file.oldPath === undefined ? {} : { oldPath: file.oldPath }),
      };
      return unwrap(diffRoute(api).file.$get({ param: { workspace, skill }, query }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** More lines than these would make the page late that they come with. */
const mostWithPage = 100;

/** For the server: a comparison, with the lines of its first file when they are few. */
export async function prefetchComparison(
  cache: QueryClient,
  api: Clients["library"],
  compared: Compared,
): Promise<void> {
  const query = packageDiffQuery(api, compared);
  await cache.prefetchQuery(query);
  const first = cache.getQueryData(query.queryKey)?.files[0];
  if (!first || first.added === null || first.removed === null) return;
  if (first.added + first.removed <= mostWithPage)
    await cache.prefetchQuery(fileDiffQuery(api, compared, first));
}

export type LineRange = { start: number; end: number };

export const diffLinesQuery = (
  api: Clients["library"],
  compared: Compared,
  file: { path: string; sha256: string },
  { start, end }: LineRange,
) =>
  queryOptions({
    queryKey: [...comparisonKey(compared), "lines", file.path, file.sha256, start, end],
    queryFn: () => {
      const { workspace, skill, from, to } = compared;
      const query = { from, to, ...file, start: String(start), end: String(end) };
      return unwrap(diffRoute(api).lines.$get({ param: { workspace, skill }, query }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
