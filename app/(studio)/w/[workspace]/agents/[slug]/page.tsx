import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AgentPage } from "@/components/agents/agent-page";
import { agentQuery, catalogueQuery, otherSkillsQuery } from "@/components/data/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ApiError } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

type Props = { params: Promise<{ workspace: string; slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  return { title: slug };
}

export default async function AgentRoute({ params }: Props) {
  const { workspace, slug } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(agentQuery(serverClient.agents, workspace, slug)).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) notFound();
          throw error;
        }),
        cache.prefetchQuery(catalogueQuery(serverClient.agents, workspace, slug)),
        cache.prefetchQuery(otherSkillsQuery(serverClient.library, workspace, "")),
      ]}
    >
      <AgentPage slug={slug} />
    </Hydrated>
  );
}
