"use client";

import { Suspense } from "react";
import { type AuditFilters, auditSubjects } from "@/components/data/audit-filters";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { AuditRetentionGroup } from "./audit-retention-group";
import { AuditTrail } from "./audit-trail";

/** What was done in this workspace, by whom and to what. */
export function AuditSettings({ initial }: { initial: AuditFilters }) {
  const { slug } = useWorkspace();
  const unreadable = useBlockedFor("audit.read");
  const blocked = useBlockedFor("audit.retain");
  if (unreadable === undefined)
    return (
      <>
        <AuditTrail workspace={slug} subjects={auditSubjects} initial={initial} />
        <Suspense>
          <AuditRetentionGroup workspace={slug} blocked={blocked} />
        </Suspense>
      </>
    );
  return (
    <section className="py-6">
      <h2>Audit trail</h2>
      <p className="mt-1 text-ink-2">{unreadable}</p>
    </section>
  );
}
