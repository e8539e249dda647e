import type { Metadata } from "next";
import { Hydrated } from "@/components/layout/hydrated";
import { DirectoriesSettings } from "@/components/settings/directories-settings";
import { directoriesQuery } from "@/components/settings/settings-queries";
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
