import type { Metadata } from "next";
import { importsQuery } from "@/components/data/library-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ImportsPage } from "@/components/library/imports/imports-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Imports" };

type Props = { params: Promise<{ workspace: string }> };

export default async function SkillImportsPage({ params }: Props) {
  const { workspace } = await params;
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(importsQuery(serverClient.library, workspace))]}>
      <ImportsPage />
    </Hydrated>
  );
}
