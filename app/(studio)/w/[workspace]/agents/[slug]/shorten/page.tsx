import type { Metadata } from "next";
import { agentQuery } from "@/components/data/agent-queries";
import { improvementsQuery } from "@/components/data/improvement-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { ShortenPage } from "@/components/proof/improve/shorten-page";
import { serverClient } from "@/lib/api/server-client";

type ShortenRouteProps = { params: Promise<{ workspace: string; slug: string }> };

export async function generateMetadata({ params }: ShortenRouteProps): Promise<Metadata> {
  const { slug } = await params;
  return { title: `Shorten the catalogue of ${slug}` };
}

export default async function ShortenRoute({ params }: ShortenRouteProps) {
  const { workspace, slug: agent } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(agentQuery(serverClient.agents, workspace, agent)).catch(notFoundFor404),
        cache.prefetchQuery(improvementsQuery(serverClient.improvements, workspace, { agent })),
      ]}
    >
      <ShortenPage workspace={workspace} agent={agent} />
    </Hydrated>
  );
}
