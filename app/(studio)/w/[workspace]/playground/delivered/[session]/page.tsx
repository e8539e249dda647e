import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { servedSessionQuery } from "@/components/data/served-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { ServedConversationPage } from "@/components/playground/live/served-conversation-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Delivered live" };

type Props = { params: Promise<{ workspace: string; session: string }> };

export default async function Page({ params }: Props) {
  const { workspace, session } = await params;
  if (!z.uuid().safeParse(session).success) notFound();
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(servedSessionQuery(serverClient.served, workspace, session)).catch(notFoundFor404),
      ]}
    >
      <ServedConversationPage key={session} id={session} />
    </Hydrated>
  );
}
