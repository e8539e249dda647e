import type { Metadata } from "next";
import { AgentsPage } from "@/components/agents/agents-page";
import { agentsQuery } from "@/components/data/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Agents" };

type Props = { params: Promise<{ workspace: string }> };

export default async function Agents({ params }: Props) {
  const { workspace } = await params;
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(agentsQuery(serverClient.agents, workspace))]}>
      <AgentsPage />
    </Hydrated>
  );
}
