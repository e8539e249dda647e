import { instanceFactsQuery, limitsQuery, scriptsQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { GeneralSettings } from "@/components/settings/general-settings";
import { serverClient } from "@/lib/api/server-client";

type GeneralSettingsRouteProps = { params: Promise<{ workspace: string }> };

export default async function GeneralSettingsPage({ params }: GeneralSettingsRouteProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(instanceFactsQuery(serverClient.instance)),
        cache.prefetchQuery(limitsQuery(serverClient.limits, workspace)),
        cache.prefetchQuery(scriptsQuery(serverClient.scripts, workspace)),
      ]}
    >
      <GeneralSettings />
    </Hydrated>
  );
}
