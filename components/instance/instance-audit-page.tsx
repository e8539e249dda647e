"use client";

import { Suspense } from "react";
import { type AuditFilters, instanceAuditSubjects } from "@/components/data/audit-filters";
import { AuditRetentionGroup } from "@/components/settings/audit/audit-retention-group";
import { AuditTrail } from "@/components/settings/audit/audit-trail";

/** Who signed in, who was refused, and what was done to accounts: what belongs to no workspace. */
export function InstanceAuditPage({ initial }: { initial: AuditFilters }) {
  return (
    <>
      <AuditTrail
        workspace={null}
        subjects={instanceAuditSubjects}
        initial={initial}
        about="Signing in, accounts and operators; each workspace has its own trail."
      />
      <Suspense>
        <AuditRetentionGroup workspace={null} />
      </Suspense>
    </>
  );
}
