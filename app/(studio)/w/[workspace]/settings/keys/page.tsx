import type { Metadata } from "next";
import { agentsQuery } from "@/components/data/agent-queries";
import { instanceFactsQuery, keysQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { KeysSettings } from "@/components/settings/keys/keys-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Keys" };

type KeysPageProps = { params: Promise<{ workspace: string }> };

export default async function KeysPage({ params }: KeysPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(keysQuery(serverClient.keys, workspace)),
        cache.prefetchQuery(agentsQuery(serverClient.agents, workspace)),
        cache.prefetchQuery(instanceFactsQuery(serverClient.instance)),
      ]}
    >
      <KeysSettings />
    </Hydrated>
  );
}
