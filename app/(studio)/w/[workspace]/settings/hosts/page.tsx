import type { Metadata } from "next";
import { gatewayKeysQuery, gatewaySettingsQuery } from "@/components/data/live-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { HostsSettings } from "@/components/settings/hosts/hosts-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Live hosts" };

type HostsPageProps = { params: Promise<{ workspace: string }> };

export default async function HostsPage({ params }: HostsPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(gatewayKeysQuery(serverClient.gateway, workspace)),
        cache.prefetchQuery(gatewaySettingsQuery(serverClient.gateway, workspace)),
      ]}
    >
      <HostsSettings />
    </Hydrated>
  );
}
