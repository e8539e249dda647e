import { instanceFactsQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { GeneralSettings } from "@/components/settings/general-settings";
import { serverClient } from "@/lib/api/server-client";

export default function GeneralSettingsPage() {
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(instanceFactsQuery(serverClient.instance))]}>
      <GeneralSettings />
    </Hydrated>
  );
}
