import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { NeighbourRuns } from "@/lib/proof/neighbours/neighbour-run-schema";
import { isGoingOn } from "@/lib/proof/proof-options";
import type { EstimateSuiteRun, SuiteRun } from "@/lib/proof/schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import type { ProofPart } from "./proof-parts";
import { moduleKey } from "./query-keys";
import { readAllPages } from "./read-all-pages";
import { skillQuery } from "./skill-queries";

export const ofSkill = (api: Clients["proof"]) => api.workspaces[":workspace"].skills[":skill"];
export const oneRun = (api: Clients["proof"]) => ofSkill(api)["suite-runs"][":number"];

/** The part stands before the skill: a skill may have the name of a part that live changes know. */
export const proofKey = (
  workspace: string,
  part: ProofPart,
  skill: string,
  ...rest: readonly (string | number)[]
) => [...moduleKey("proof", workspace), part, skill, ...rest] as const;

export const proofKeys = {
  all: (workspace: string) => moduleKey("proof", workspace),
};

/** The cases of the draft. */
export const triggerSuiteQuery = (api: Clients["proof"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: proofKey(workspace, "suite", skill),
    queryFn: () =>
      unwrap(ofSkill(api).suites.trigger.$get({ param: { workspace, skill }, query: { source: "draft" } })),
  });

/** Every run of one of its suites, the newest first. */
export const suiteRunsQuery = (
  api: Clients["proof"],
  workspace: string,
  skill: string,
  suite: SuiteRun["suite"] = "trigger",
) =>
  infiniteQueryOptions({
    queryKey: proofKey(workspace, "runs", skill, suite),
    queryFn: ({ pageParam }) =>
      unwrap(
        ofSkill(api)["suite-runs"].$get({
          param: { workspace, skill },
          query: { suite, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const suiteRunQuery = (api: Clients["proof"], workspace: string, skill: string, run: number) =>
  queryOptions({
    queryKey: proofKey(workspace, "run", skill, run),
    queryFn: () => unwrap(oneRun(api).$get({ param: { workspace, skill, number: String(run) } })),
  });

/** All runs of the bytes of a run, as one. */
export const runPoolQuery = (api: Clients["proof"], workspace: string, skill: string, run: number) =>
  queryOptions({
    queryKey: proofKey(workspace, "pool", skill, run),
    queryFn: () => unwrap(oneRun(api).pool.$get({ param: { workspace, skill, number: String(run) } })),
  });

/**
 * What became of each case, page by page to the end: a suite has at most 1,000. Once the run is over it is read once
 * more, and is the same for ever.
 */
export const runCasesQuery = (
  api: Clients["proof"],
  workspace: string,
  skill: string,
  { run, isOver }: { run: number; isOver: boolean },
) =>
  queryOptions({
    queryKey: proofKey(workspace, "cases", skill, run, isOver ? "over" : "under way"),
    ...(isOver ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    queryFn: async ({ signal }) => ({
      items: await readAllPages<CaseResult>((from) =>
        unwrap(
          oneRun(api).cases.$get(
            { param: { workspace, skill, number: String(run) }, query: { limit: "1000", ...from } },
            { init: { signal } },
          ),
        ),
      ),
    }),
    // What was read last while it went on stands until its end is read.
    placeholderData: (before, of) => (of?.queryKey.at(-2) === run ? before : undefined),
  });

/** One trial with its recorded session, once it is over: the same for ever. */
export const trialQuery = (
  api: Clients["proof"],
  workspace: string,
  skill: string,
  { run, trial }: { run: number; trial: string },
) =>
  queryOptions({
    queryKey: proofKey(workspace, "trial", skill, run, trial),
    queryFn: () =>
      unwrap(oneRun(api).trials[":trial"].$get({ param: { workspace, skill, number: String(run), trial } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What trying a draft's neighbours would be and cost; `request`: null while the choice has a problem. */
export const neighbourEstimateQuery = (
  api: Clients["proof"],
  workspace: string,
  skill: string,
  request: NeighbourRuns | null,
) =>
  queryOptions({
    queryKey: proofKey(workspace, "estimate", skill, "neighbours", JSON.stringify(request)),
    queryFn: () =>
      unwrap(
        ofSkill(api)["neighbour-runs"].estimate.$post({
          param: { workspace, skill },
          json: request ?? { agent: "" },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What a run would be; nothing is asked of a model. Asked for anew each time, as prices and skills move on. */
export const estimateQuery = (
  api: Clients["proof"],
  workspace: string,
  skill: string,
  settings: EstimateSuiteRun | null,
) =>
  queryOptions({
    queryKey: proofKey(workspace, "estimate", skill, JSON.stringify(settings)),
    queryFn: () =>
      unwrap(
        ofSkill(api)["suite-runs"].estimate.$post({ param: { workspace, skill }, json: settings ?? {} }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    meta: { silent: true },
  });

type ProofPlace = { workspace: string; skill: string; run: number | null };

/** What the page begins with: the skill, its suite, its runs, and the one that is shown with its cases. */
export async function prefetchProof(
  cache: QueryClient,
  api: Pick<Clients, "library" | "proof">,
  { workspace, skill, run }: ProofPlace,
): Promise<void> {
  const [runs] = await Promise.all([
    cache.fetchInfiniteQuery(suiteRunsQuery(api.proof, workspace, skill)),
    cache.fetchQuery(skillQuery(api.library, workspace, skill)),
    cache.prefetchQuery(triggerSuiteQuery(api.proof, workspace, skill)),
  ]);
  const number = run ?? runs.pages[0]?.items[0]?.number;
  if (number === undefined) return;
  const { state } = await cache.fetchQuery(suiteRunQuery(api.proof, workspace, skill, number));
  const isOver = !isGoingOn(state);
  await cache.prefetchQuery(runCasesQuery(api.proof, workspace, skill, { run: number, isOver }));
}
