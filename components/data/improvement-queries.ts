import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { EstimateImprovement, ListImprovements } from "@/lib/improvements/schema";
import { proofKey } from "./proof-queries";

export const improvements = (api: Clients["improvements"]) => api.workspaces[":workspace"].improvements;
export const oneImprovement = (api: Clients["improvements"]) => improvements(api)[":improvement"];

/** Whose searches: of a skill, or of an agent. */
export type Whose = { skill: string } | { agent: string };
const nameOf = (whose: Whose): string => ("skill" in whose ? `skill ${whose.skill}` : `agent ${whose.agent}`);
const filterOf = (whose: Whose): ListImprovements =>
  "skill" in whose ? { skill: whose.skill } : { agent: whose.agent, kind: "shorten" };

/** The newest first. */
export const improvementsQuery = (api: Clients["improvements"], workspace: string, whose: Whose) =>
  queryOptions({
    queryKey: proofKey(workspace, "improvements", nameOf(whose)),
    queryFn: () => unwrap(improvements(api).$get({ param: { workspace }, query: filterOf(whose) })),
  });

export const improvementQuery = (api: Clients["improvements"], workspace: string, id: string) =>
  queryOptions({
    queryKey: proofKey(workspace, "improvements", "one", id),
    queryFn: () => unwrap(oneImprovement(api).$get({ param: { workspace, improvement: id } })),
  });

/** What a search would be; nothing is asked of a model. */
export const improvementEstimateQuery = (
  api: Clients["improvements"],
  workspace: string,
  settings: EstimateImprovement | null,
) =>
  queryOptions({
    queryKey: proofKey(workspace, "estimate", "improvements", JSON.stringify(settings)),
    queryFn: () => {
      if (settings === null) throw new Error("Nothing is chosen.");
      return unwrap(improvements(api).estimate.$post({ param: { workspace }, json: settings }));
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    meta: { silent: true },
  });
