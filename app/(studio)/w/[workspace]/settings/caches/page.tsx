import type { Metadata } from "next";
import { cachesQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { CachesSettings } from "@/components/settings/caches-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Runtime caches" };

type CachesPageProps = { params: Promise<{ workspace: string }> };

export default async function CachesPage({ params }: CachesPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(cachesQuery(serverClient.library, workspace))]}>
      <CachesSettings />
    </Hydrated>
  );
}
