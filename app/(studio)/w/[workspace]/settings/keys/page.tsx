import type { Metadata } from "next";
import { agentsQuery } from "@/components/agents/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { KeysSettings } from "@/components/settings/keys-settings";
import { instanceFactsQuery, keysQuery } from "@/components/settings/settings-queries";
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
