import type { Metadata } from "next";
import { sourcesQuery } from "@/components/data/source-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { SourcesSettings } from "@/components/settings/sources/sources-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Sources" };

type SourcesPageProps = { params: Promise<{ workspace: string }> };

export default async function SourcesPage({ params }: SourcesPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(sourcesQuery(serverClient.sources, workspace))]}>
      <SourcesSettings />
    </Hydrated>
  );
}
