"use client";

import { type AuditFilters, instanceAuditSubjects } from "@/components/data/audit-filters";
import { AuditTrail } from "@/components/settings/audit/audit-trail";
import { instanceAuditDays } from "@/lib/audit/schema";

/** Who signed in, who was refused, and what was done to accounts: what belongs to no workspace. */
export function InstanceAuditPage({ initial }: { initial: AuditFilters }) {
  return (
    <AuditTrail
      workspace={null}
      subjects={instanceAuditSubjects}
      initial={initial}
      about={`Signing in, accounts and operators; each workspace has its own trail. Rows are kept for ${instanceAuditDays} days.`}
    />
  );
}
