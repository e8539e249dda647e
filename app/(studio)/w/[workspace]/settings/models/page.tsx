import type { Metadata } from "next";
import { embeddingsQuery, modelsQuery } from "@/components/data/model-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { EmbeddingSettings } from "@/components/settings/models/embedding-settings";
import { ModelsSettings } from "@/components/settings/models/models-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Models" };

type ModelsPageProps = { params: Promise<{ workspace: string }> };

export default async function ModelsPage({ params }: ModelsPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(modelsQuery(serverClient.models, workspace)),
        cache.prefetchQuery(embeddingsQuery(serverClient.embeddings, workspace)),
      ]}
    >
      <ModelsSettings />
      <EmbeddingSettings />
    </Hydrated>
  );
}
