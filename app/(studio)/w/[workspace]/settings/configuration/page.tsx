import type { Metadata } from "next";
import { configurationQuery } from "@/components/data/configuration-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ConfigurationSettings } from "@/components/settings/configuration/configuration-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Configuration" };

type ConfigurationPageProps = { params: Promise<{ workspace: string }> };

export default async function ConfigurationPage({ params }: ConfigurationPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [cache.prefetchQuery(configurationQuery(serverClient.configuration, workspace))]}
    >
      <ConfigurationSettings />
    </Hydrated>
  );
}
