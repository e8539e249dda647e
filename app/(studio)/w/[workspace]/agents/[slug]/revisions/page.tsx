import type { Metadata } from "next";
import { AgentRevisionsPage } from "@/components/agents/agent-revisions-page";
import { agentQuery, agentRevisionsQuery } from "@/components/data/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { serverClient } from "@/lib/api/server-client";

type Props = {
  params: Promise<{ workspace: string; slug: string }>;
  searchParams: Promise<{ revision?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  return { title: `Revisions of ${slug}` };
}

export default async function AgentRevisionsRoute({ params, searchParams }: Props) {
  const { workspace, slug } = await params;
  const { revision } = await searchParams;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(agentQuery(serverClient.agents, workspace, slug)).catch(notFoundFor404),
        cache.prefetchQuery(agentRevisionsQuery(serverClient.agents, workspace, slug)),
      ]}
    >
      <AgentRevisionsPage slug={slug} revision={revision === undefined ? null : Number(revision)} />
    </Hydrated>
  );
}
