import type { Metadata } from "next";
import { inboxQuery } from "@/components/data/inbox-queries";
import { InboxPage } from "@/components/inbox/inbox-page";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Inbox" };

export default async function Inbox({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [cache.prefetchInfiniteQuery(inboxQuery(serverClient.inbox, workspace, "all"))]}
    >
      <InboxPage />
    </Hydrated>
  );
}
