import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { ConversationPage } from "@/components/playground/conversation-page";
import { agentQuery, conversationQuery, eventsQuery } from "@/components/playground/session-queries";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Conversation" };

type Props = { params: Promise<{ workspace: string; id: string }> };

export default async function Page({ params }: Props) {
  const { workspace, id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  return (
    <Hydrated
      prefetch={(cache) => [
        cache
          .fetchQuery(conversationQuery(serverClient.sessions, workspace, id))
          .then(
            ({ agent }) =>
              agent && cache.prefetchQuery(agentQuery(serverClient.agents, workspace, agent.slug)),
          )
          .catch(notFoundFor404),
        cache.prefetchQuery(eventsQuery(serverClient.sessions, workspace, id)),
      ]}
    >
      <ConversationPage key={id} id={id} />
    </Hydrated>
  );
}
