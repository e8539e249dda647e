import type { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { z } from "zod";
import { agentQuery, agentsQuery, catalogueQuery } from "@/components/data/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { NewConversationPage } from "@/components/playground/new-conversation-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "New conversation" };

const word = z.string().catch("");
const searchSchema = z.object({
  agent: word,
  skill: word,
  message: word,
  suggested: word.transform((value) => value === "1"),
});

/** The agents, and what the one that is chosen first is told: an unknown name counts as none, as on the page. */
async function prefetchAgent(cache: QueryClient, workspace: string, wanted: string): Promise<void> {
  const { items } = await cache.fetchQuery(agentsQuery(serverClient.agents, workspace));
  const slug = (items.find((agent) => agent.slug === wanted) ?? items[0])?.slug;
  if (slug === undefined) return;
  await Promise.all([
    cache.prefetchQuery(agentQuery(serverClient.agents, workspace, slug)),
    cache.prefetchQuery(catalogueQuery(serverClient.agents, workspace, slug)),
  ]);
}

type Props = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const { workspace } = await params;
  const search = searchSchema.parse(await searchParams);
  return (
    <Hydrated prefetch={(cache) => [prefetchAgent(cache, workspace, search.agent)]}>
      <NewConversationPage {...search} />
    </Hydrated>
  );
}
