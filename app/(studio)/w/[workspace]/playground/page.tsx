import type { Metadata } from "next";
import { agentsQuery } from "@/components/data/agent-queries";
import { conversationsQuery } from "@/components/data/session-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ConversationsPage } from "@/components/playground/conversations/conversations-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Playground" };

type Props = { params: Promise<{ workspace: string }> };

export default async function Page({ params }: Props) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchInfiniteQuery(
          conversationsQuery(serverClient.sessions, workspace, { query: "", agent: "" }),
        ),
        cache.prefetchQuery(agentsQuery(serverClient.agents, workspace)),
      ]}
    >
      <ConversationsPage />
    </Hydrated>
  );
}
