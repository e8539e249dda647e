import type { Metadata } from "next";
import { ComparisonsPage } from "@/components/compare/comparisons-page";
import { comparisonsQuery } from "@/components/data/comparison-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Comparisons" };

type Props = { params: Promise<{ workspace: string }> };

export default async function Page({ params }: Props) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchInfiniteQuery(comparisonsQuery(serverClient.comparisons, workspace)),
      ]}
    >
      <ComparisonsPage />
    </Hydrated>
  );
}
