import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { preload } from "react-dom";
import { z } from "zod";
import { agentQuery } from "@/components/data/agent-queries";
import { eventsAddress } from "@/components/data/playground-paths";
import { conversationQuery } from "@/components/data/session-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { ConversationPage } from "@/components/playground/conversation-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Conversation" };

type Props = {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<{ branch?: unknown }>;
};

export default async function Page({ params, searchParams }: Props) {
  const [{ workspace, id }, { branch }] = await Promise.all([params, searchParams]);
  if (!z.uuid().safeParse(id).success) notFound();
  // The log may be long and is no part of the HTML: browsers fetch it while they fetch the code that draws it.
  const line = z.uuid().safeParse(branch).data ?? null;
  preload(eventsAddress(workspace, id, line), { as: "fetch", crossOrigin: "anonymous" });
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
      ]}
    >
      <ConversationPage key={id} id={id} />
    </Hydrated>
  );
}
