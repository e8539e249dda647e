import type { Metadata } from "next";
import { z } from "zod";
import { Hydrated } from "@/components/layout/hydrated";
import { NewConversationPage } from "@/components/playground/new-conversation-page";
import { agentQuery, agentsQuery } from "@/components/playground/session-queries";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "New conversation" };

const word = z.string().catch("");
const searchSchema = z.object({ agent: word, skill: word, message: word });

type Props = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const { workspace } = await params;
  const search = searchSchema.parse(await searchParams);
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(agentsQuery(serverClient.agents, workspace)),
        ...(search.agent === ""
          ? []
          : [cache.prefetchQuery(agentQuery(serverClient.agents, workspace, search.agent))]),
      ]}
    >
      <NewConversationPage {...search} />
    </Hydrated>
  );
}
