import type { Metadata } from "next";
import { readAuditFilters } from "@/components/data/audit-filters";
import { auditQuery, auditRetentionQuery } from "@/components/data/audit-queries";
import { InstanceAuditPage } from "@/components/instance/instance-audit-page";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Audit" };

type AuditPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function InstanceAudit({ searchParams }: AuditPageProps) {
  const filters = readAuditFilters(await searchParams);
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchInfiniteQuery(auditQuery(serverClient.audit, null, filters)),
        cache.prefetchQuery(auditRetentionQuery(serverClient.audit, null)),
      ]}
    >
      <InstanceAuditPage initial={filters} />
    </Hydrated>
  );
}
