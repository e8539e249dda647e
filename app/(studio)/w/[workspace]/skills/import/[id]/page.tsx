import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { importQuery } from "@/components/data/library-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ImportPage } from "@/components/library/imports/import-page";
import { ApiError } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ workspace: string; id: string }> };

export default async function SkillImportPage({ params }: Props) {
  const { workspace, id } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(importQuery(serverClient.library, workspace, id)).catch((error: unknown) => {
          if (error instanceof ApiError && (error.status === 404 || error.status === 422)) notFound();
        }),
      ]}
    >
      <ImportPage id={id} />
    </Hydrated>
  );
}
