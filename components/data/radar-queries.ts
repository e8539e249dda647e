import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { EstimateRadar } from "@/lib/radar/schema";
import { modelsQuery } from "./model-queries";
import { proofKey } from "./proof-queries";

const radar = (api: Clients["radar"]) => api.workspaces[":workspace"]["radar-runs"];

/** It is of no skill: the empty name is nobody's. */
const key = (workspace: string, part: "radar" | "estimate", ...rest: readonly (string | number)[]) =>
  proofKey(workspace, part, "", ...rest);

/** Every run, the newest first. */
export const radarRunsQuery = (api: Clients["radar"], workspace: string) =>
  infiniteQueryOptions({
    queryKey: key(workspace, "radar", "runs"),
    queryFn: ({ pageParam }) =>
      unwrap(radar(api).$get({ param: { workspace }, query: pageParam === "" ? {} : { cursor: pageParam } })),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const radarRunQuery = (api: Clients["radar"], workspace: string, run: number) =>
  queryOptions({
    queryKey: key(workspace, "radar", "run", run),
    queryFn: () => unwrap(radar(api)[":number"].$get({ param: { workspace, number: String(run) } })),
  });

/** What may be tried: skills with tasks or a trigger suite. */
export const radarSkillsQuery = (api: Clients["radar"], workspace: string) =>
  queryOptions({
    queryKey: key(workspace, "radar", "skills"),
    queryFn: () => unwrap(api.workspaces[":workspace"]["radar-skills"].$get({ param: { workspace } })),
  });

/** What a run would be; nothing is asked of a model. */
export const radarEstimateQuery = (
  api: Clients["radar"],
  workspace: string,
  settings: EstimateRadar | null,
) =>
  queryOptions({
    queryKey: key(workspace, "estimate", JSON.stringify(settings)),
    queryFn: () =>
      unwrap(radar(api).estimate.$post({ param: { workspace }, json: settings ?? { model: "" } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    meta: { silent: true },
  });

/** The number of a run as an address has it; null for the newest, and for what is none. */
export const shownRadarRun = (run: unknown): number | null =>
  typeof run === "string" && /^[1-9]\d{0,8}$/.test(run) ? Number(run) : null;

/** What the page begins with: the runs, and the one that is shown. */
export async function prefetchRadar(
  cache: QueryClient,
  api: Pick<Clients, "radar" | "models">,
  { workspace, run }: { workspace: string; run: number | null },
): Promise<void> {
  const [runs] = await Promise.all([
    cache.fetchInfiniteQuery(radarRunsQuery(api.radar, workspace)),
    cache.prefetchQuery(modelsQuery(api.models, workspace)),
  ]);
  const number = run ?? runs.pages[0]?.items[0]?.number;
  if (number !== undefined) await cache.fetchQuery(radarRunQuery(api.radar, workspace, number));
}
