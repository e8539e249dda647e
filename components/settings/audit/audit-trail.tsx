"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type AuditFilters,
  isNarrowed,
  noAuditFilters,
  writeAuditFilters,
} from "@/components/data/audit-filters";
import { auditExportUrl, auditQuery } from "@/components/data/audit-queries";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { itemsOf } from "@/components/ui/paged-query";
import { ScrollingRegion } from "@/components/ui/scrolling-region";
import { ShowMore } from "@/components/ui/show-more";
import { client } from "@/lib/api/client";
import { SettingsHead } from "../settings-head";
import { AuditFilterFields } from "./audit-filter-fields";
import { AuditTable } from "./audit-table";

const pauseMs = 250;

type AuditTrailProps = {
  /** Its address; null for what belongs to no workspace. */
  workspace: string | null;
  subjects: readonly string[];
  initial: AuditFilters;
  about?: string;
};

/** A trail with its filters and its exports: of a workspace, or of the installation. */
export function AuditTrail({ workspace, subjects, initial, about }: AuditTrailProps) {
  const [typed, setTyped] = useState(initial);
  const filters = useSettledFilters(typed);
  return (
    <section className="py-6">
      <SettingsHead title="Audit trail">
        {(["csv", "json"] as const).map((format) => (
          <ButtonLink
            key={format}
            icon={Download}
            prefetch={false}
            download
            href={auditExportUrl(workspace, filters, format)}
          >
            Export {format.toUpperCase()}
          </ButtonLink>
        ))}
      </SettingsHead>
      {about === undefined ? null : <p className="mb-2 text-ink-2">{about}</p>}
      <p className="mb-2 text-12 text-ink-3">
        {isNarrowed(filters)
          ? "An export holds every row that fits the filters, not only those shown."
          : "An export holds every row, not only those shown."}
      </p>
      <AuditFilterFields subjects={subjects} typed={typed} onType={setTyped} />
      <AuditRows workspace={workspace} filters={filters} onClear={() => setTyped(noAuditFilters)} />
    </section>
  );
}

/** Shows every letter at once, and asks when the typing pauses; the address follows, so that it can be sent on. */
function useSettledFilters(typed: AuditFilters): AuditFilters {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (typed === settled) return;
    const timer = setTimeout(() => {
      setSettled(typed);
      const address = writeAuditFilters(new URL(window.location.href), typed);
      window.history.replaceState(window.history.state, "", address);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, settled]);
  return settled;
}

type AuditRowsProps = { workspace: string | null; filters: AuditFilters; onClear: () => void };

function AuditRows({ workspace, filters, onClear }: AuditRowsProps) {
  const list = useInfiniteQuery(auditQuery(client.audit, workspace, filters));
  const rows = itemsOf(list);
  if (!list.isSuccess && rows.length === 0)
    return (
      <NotLoaded
        query={list}
        loading="Loading the audit trail"
        failed="The audit trail could not be read"
        className="my-4"
      />
    );
  if (rows.length === 0)
    return (
      <EmptyState
        inline
        title={isNarrowed(filters) ? "No row fits" : "Nothing was done here yet"}
        action={isNarrowed(filters) ? <Button onClick={onClear}>Clear the filters</Button> : null}
      />
    );
  return (
    <>
      <ScrollingRegion label="Audit trail">
        <AuditTable rows={rows} />
      </ScrollingRegion>
      <ShowMore list={list} className="mt-3" />
    </>
  );
}
