import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { isGoingOn } from "@/lib/proof/proof-options";
import type { TaskResult } from "@/lib/proof/trials/trial-schema";
import { ofSkill, oneRun, prefetchProof, proofKey, suiteRunQuery, suiteRunsQuery } from "./proof-queries";
import { readAllPages } from "./read-all-pages";
import { skillQuery } from "./skill-queries";

/** The tasks of the draft. */
export const effectSuiteQuery = (api: Clients["proof"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: proofKey(workspace, "suite", skill, "effect"),
    queryFn: () =>
      unwrap(ofSkill(api).suites.effect.$get({ param: { workspace, skill }, query: { source: "draft" } })),
  });

/** What became of each task in each arm, page by page to the end; once the run is over it is the same for ever. */
export const runTasksQuery = (
  api: Clients["proof"],
  workspace: string,
  skill: string,
  { run, isOver }: { run: number; isOver: boolean },
) =>
  queryOptions({
    queryKey: proofKey(workspace, "tasks", skill, run, isOver ? "over" : "under way"),
    ...(isOver ? { staleTime: Number.POSITIVE_INFINITY } : {}),
    queryFn: async ({ signal }) => ({
      items: await readAllPages<TaskResult>((from) =>
        unwrap(
          oneRun(api).tasks.$get(
            { param: { workspace, skill, number: String(run) }, query: { limit: "1000", ...from } },
            { init: { signal } },
          ),
        ),
      ),
    }),
    // What was read last while it went on stands until its end is read.
    placeholderData: (before, of) => (of?.queryKey.at(-2) === run ? before : undefined),
  });

type EffectPlace = { workspace: string; skill: string; run: number | null };

/** What the page of tasks begins with: the skill, its tasks, their runs, and the one that is shown. */
export async function prefetchEffect(
  cache: QueryClient,
  api: Pick<Clients, "library" | "proof">,
  { workspace, skill, run }: EffectPlace,
): Promise<void> {
  const [runs] = await Promise.all([
    cache.fetchInfiniteQuery(suiteRunsQuery(api.proof, workspace, skill, "effect")),
    cache.fetchQuery(skillQuery(api.library, workspace, skill)),
    cache.prefetchQuery(effectSuiteQuery(api.proof, workspace, skill)),
  ]);
  const number = run ?? runs.pages[0]?.items[0]?.number;
  if (number === undefined) return;
  const { state } = await cache.fetchQuery(suiteRunQuery(api.proof, workspace, skill, number));
  await cache.prefetchQuery(
    runTasksQuery(api.proof, workspace, skill, { run: number, isOver: !isGoingOn(state) }),
  );
}

/** What the page of one run begins with, by what it is a run of. */
export async function prefetchSuiteRun(
  cache: QueryClient,
  api: Pick<Clients, "library" | "proof">,
  place: { workspace: string; skill: string; run: number },
): Promise<void> {
  const { suite } = await cache.fetchQuery(suiteRunQuery(api.proof, place.workspace, place.skill, place.run));
  await (suite === "effect" ? prefetchEffect : prefetchProof)(cache, api, place);
}
