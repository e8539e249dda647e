import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { Hydrated } from "@/components/layout/hydrated";
import { ConversationPage } from "@/components/playground/conversation-page";
import { agentQuery, conversationQuery, eventsQuery } from "@/components/playground/session-queries";
import { ApiError } from "@/lib/api/client";
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

function notFoundFor404(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) notFound();
  throw error;
}
