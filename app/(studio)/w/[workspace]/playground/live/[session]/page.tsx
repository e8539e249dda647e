import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { liveSessionQuery } from "@/components/data/live-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { LiveConversationPage } from "@/components/playground/live/live-conversation-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Live host" };

type Props = { params: Promise<{ workspace: string; session: string }> };

export default async function Page({ params }: Props) {
  const { workspace, session } = await params;
  if (!z.uuid().safeParse(session).success) notFound();
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(liveSessionQuery(serverClient.gateway, workspace, session)).catch(notFoundFor404),
      ]}
    >
      <LiveConversationPage key={session} id={session} />
    </Hydrated>
  );
}
