"use client";

import { useQuery } from "@tanstack/react-query";
import { agentTargetQuery } from "@/components/data/agent-queries";
import { client } from "@/lib/api/client";
import type { TargetId } from "@/lib/targets/target-options";

/** What one host would get of an agent's set. */
export function useAgentTarget(workspace: string, agent: string, target: TargetId, isAsked: boolean) {
  return useQuery({ ...agentTargetQuery(client.agents, workspace, agent, target), enabled: isAsked });
}
