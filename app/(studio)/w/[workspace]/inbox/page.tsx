import type { Metadata } from "next";
import { InboxPage } from "@/components/inbox/inbox-page";
import { inboxQuery } from "@/components/inbox/inbox-queries";
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
