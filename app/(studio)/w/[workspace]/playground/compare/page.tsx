import type { Metadata } from "next";
import { comparisonsQuery } from "@/components/compare/comparison-queries";
import { ComparisonsPage } from "@/components/compare/comparisons-page";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Comparisons" };

type Props = { params: Promise<{ workspace: string }> };

export default async function Page({ params }: Props) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [cache.prefetchQuery(comparisonsQuery(serverClient.comparisons, workspace))]}
    >
      <ComparisonsPage />
    </Hydrated>
  );
}
