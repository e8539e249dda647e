import type { Metadata } from "next";
import { directoriesQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { DirectoriesSettings } from "@/components/settings/directories/directories-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Directories" };

type DirectoriesPageProps = { params: Promise<{ workspace: string }> };

export default async function DirectoriesPage({ params }: DirectoriesPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(directoriesQuery(serverClient.library, workspace))]}>
      <DirectoriesSettings />
    </Hydrated>
  );
}
