import type { Metadata } from "next";
import { readAuditFilters } from "@/components/data/audit-filters";
import { auditQuery, auditRetentionQuery } from "@/components/data/audit-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { AuditSettings } from "@/components/settings/audit/audit-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Audit" };

type AuditPageProps = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const { workspace } = await params;
  const filters = readAuditFilters(await searchParams);
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchInfiniteQuery(auditQuery(serverClient.audit, workspace, filters)),
        cache.prefetchQuery(auditRetentionQuery(serverClient.audit, workspace)),
      ]}
    >
      <AuditSettings initial={filters} />
    </Hydrated>
  );
}
