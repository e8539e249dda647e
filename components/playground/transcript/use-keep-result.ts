"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { agentKeys } from "@/components/data/agent-queries";
import { toast } from "@/components/ui/toaster";
import type { ToolStub } from "@/lib/agents/tool-schema";
import { client, unwrap } from "@/lib/api/client";

const oneAgent = client.agents.workspaces[":workspace"].agents[":agent"];

/** Saves a typed result with the agent, in place of one for the same tool, whose cases stay. Based on the agent as it is at that moment. */
export function useKeepResult(workspace: string, agent: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (stub: ToolStub) => {
      const param = { workspace, agent };
      const { revision, toolStubs } = await unwrap(oneAgent.$get({ param }));
      const isSame = ({ skill, tool }: ToolStub) => skill === stub.skill && tool === stub.tool;
      const others = toolStubs.filter((other) => !isSame(other));
      const kept = { ...toolStubs.find(isSame), ...stub };
      return unwrap(
        oneAgent.$patch({ param, json: { baseRevision: revision, toolStubs: [...others, kept] } }),
      );
    },
    onSuccess: ({ name }, { tool }) => {
      toast.success(`${name} answers ${tool} with it from now on`);
      return cache.invalidateQueries({ queryKey: agentKeys.all(workspace) });
    },
  });
}
