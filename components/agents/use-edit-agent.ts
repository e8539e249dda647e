"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys, agentQuery } from "@/components/data/agent-queries";
import type { Agent, EditAgent } from "@/lib/agents/schema";
import { client, unwrap } from "@/lib/api/client";

type Changes = Omit<EditAgent, "baseRevision">;

/** Changes an agent's settings, based on the revision the person was looking at. The caller shows the error. */
export function useEditAgent(workspace: string, agent: Pick<Agent, "slug" | "revision">) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: (changes: Changes) =>
      unwrap(
        client.agents.workspaces[":workspace"].agents[":agent"].$patch({
          param: { workspace, agent: agent.slug },
          json: { ...changes, baseRevision: agent.revision },
        }),
      ),
    onSuccess: (answer) => {
      cache.setQueryData(agentQuery(client.agents, workspace, answer.slug).queryKey, answer);
      void cache.invalidateQueries({ queryKey: agentKeys.list(workspace) });
      void cache.invalidateQueries({ queryKey: agentKeys.one(workspace, answer.slug) });
      // Its old address answers nothing any more: what hangs on it is not asked for again.
    },
    onError: () => cache.invalidateQueries({ queryKey: agentKeys.all(workspace) }),
  });
}
