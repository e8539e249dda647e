import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import type { TargetId } from "@/lib/targets/target-options";
import { skillSearchQuery } from "./library-queries";
import { moduleKey } from "./query-keys";

const agents = (api: Clients["agents"]) => api.workspaces[":workspace"].agents;
const oneAgent = (api: Clients["agents"]) => agents(api)[":agent"];

export const agentKeys = {
  all: (workspace: string) => moduleKey("agents", workspace),
  list: (workspace: string) => [...moduleKey("agents", workspace), "list"] as const,
  one: (workspace: string, agent: string) => [...moduleKey("agents", workspace), "agent", agent] as const,
};

export const agentsQuery = (api: Clients["agents"], workspace: string) =>
  queryOptions({
    queryKey: agentKeys.list(workspace),
    queryFn: () => unwrap(agents(api).$get({ param: { workspace }, query: { limit: "200" } })),
  });

export const agentQuery = (api: Clients["agents"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "detail"],
    queryFn: () => unwrap(oneAgent(api).$get({ param: { workspace, agent } })),
  });

/** What the agent is told; with a `budget` in characters or another mode, what it would be told then. */
export const catalogueQuery = (
  api: Clients["agents"],
  workspace: string,
  agent: string,
  { budget, mode }: { budget?: number; mode?: CatalogueMode } = {},
) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "catalogue", budget ?? null, mode ?? null],
    queryFn: () =>
      unwrap(
        oneAgent(api).catalogue.$get({
          param: { workspace, agent },
          query: {
            ...(budget === undefined ? {} : { budget: String(budget) }),
            ...(mode === undefined ? {} : { mode }),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What an agent's rule says of each skill that it is assigned or may find. */
export const agentSkillsQuery = (api: Clients["agents"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "skills"],
    queryFn: () => unwrap(oneAgent(api).skills.$get({ param: { workspace, agent } })),
    placeholderData: keepPreviousData,
  });

/** Whether scripts of each of its skills run, and why. */
export const agentScriptsQuery = (api: Clients["agents"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "scripts"],
    queryFn: () => unwrap(oneAgent(api).scripts.$get({ param: { workspace, agent } })),
    placeholderData: keepPreviousData,
  });

export const agentRevisionsQuery = (api: Clients["agents"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "revisions"],
    queryFn: () => unwrap(oneAgent(api).revisions.$get({ param: { workspace, agent } })),
  });

/** Answers what changed in an agent from one revision to another. */
export const agentRevisionDiffQuery = (
  api: Clients["agents"],
  workspace: string,
  agent: string,
  { from, to }: { from: number; to: number },
) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "revision-diff", from, to],
    queryFn: () =>
      unwrap(
        oneAgent(api).revisions[":number"].diff.$get({
          param: { workspace, agent, number: String(to) },
          query: { from: String(from) },
        }),
      ),
    // What two revisions were does not change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** What publishing a skill's draft would change for the agents that have it, with these labels moved as well. */
export const impactQuery = (
  api: Clients["agents"],
  workspace: string,
  skill: string,
  { digest, labels = [] }: { digest: string; labels?: readonly string[] },
) =>
  queryOptions({
    queryKey: [...agentKeys.all(workspace), "impact", skill, digest, labels.join()],
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].skills[":skill"].impact.$get({
          param: { workspace, skill },
          query: { labels: labels.join() },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What the portable form of an agent's set changes; asked for anew each time, as what it follows moves on. */
export const agentPortableReportQuery = (api: Clients["agents"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "portable"],
    queryFn: () => unwrap(oneAgent(api).export.portable.$get({ param: { workspace, agent } })),
    staleTime: 0,
    retry: false,
  });

/** What one host would get of an agent's set; asked for anew each time, as what it follows moves on. */
export const agentTargetQuery = (
  api: Clients["agents"],
  workspace: string,
  agent: string,
  target: TargetId,
) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "target", target],
    queryFn: () =>
      unwrap(oneAgent(api).export.targets.$get({ param: { workspace, agent }, query: { target } })),
    staleTime: 0,
    retry: false,
  });

/** What an agent is delivered and which of its machines have it; machines tell nobody that they have asked. */
export const deliveryStateQuery = (api: Clients["delivery"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "delivery"],
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].agents[":agent"].delivery.state.$get({ param: { workspace, agent } }),
      ),
    staleTime: 0,
  });

/** What MCP clients find of an agent. */
export const mcpStateQuery = (api: Clients["delivery"], workspace: string, agent: string) =>
  queryOptions({
    queryKey: [...agentKeys.one(workspace, agent), "mcp"],
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].agents[":agent"].delivery.mcp.$get({ param: { workspace, agent } }),
      ),
  });

/** As many as the API gives at once, because those that are assigned are among them. */
const askedAtOnce = 200;

/** The library as the list of skills to assign asks for it. */
export const otherSkillsQuery = (api: Clients["library"], workspace: string, query: string) =>
  skillSearchQuery(api, workspace, query, askedAtOnce);
