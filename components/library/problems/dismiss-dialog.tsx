"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { publicationQuery } from "@/components/data/review-queries";
import { ErrorNotice } from "@/components/ui/error-notice";
import { FormDialog } from "@/components/ui/form-dialog";
import { isReason, ReasonField } from "@/components/ui/reason-field";
import { ShownText } from "@/components/ui/shown-text";
import { client } from "@/lib/api/client";
import { blocksPublishing } from "@/lib/findings/blocks-publishing";
import type { Finding } from "@/lib/findings/finding";
import type { Dismissals } from "./use-dismissals";

type DismissDialogProps = { finding: Finding; dismissals: Dismissals; close: () => void };

/** Asks why a finding is all right; what blocks is not for those who wrote part of the draft. */
export function DismissDialog({ finding, dismissals, close }: DismissDialogProps) {
  const { dismiss } = dismissals;
  const [reason, setReason] = useState("");
  const { data } = useQuery({
    ...publicationQuery(client.reviews, dismissals.workspace, dismissals.skill),
    enabled: blocksPublishing(finding),
  });
  const refusal = data?.dismissRefusal ?? undefined;
  return (
    <FormDialog
      size="small"
      title="Dismiss this finding"
      description={finding.message}
      verb="Dismiss"
      pending={dismiss.isPending}
      blockedReason={refusal ?? (isReason(reason) ? undefined : "Say why first.")}
      onSubmit={() => dismiss.mutate({ fingerprint: finding.fingerprint, reason }, { onSuccess: close })}
      close={close}
    >
      <div className="grid gap-1 text-12 text-ink-3">
        <p>
          <ShownText text={finding.path} />, line {finding.range.startLine},{" "}
          <span className="font-mono">{finding.rule}</span>
        </p>
        {finding.excerpt === "" ? null : (
          <p className="font-mono text-ink-2 [overflow-wrap:anywhere]">
            <ShownText text={finding.excerpt} />
          </p>
        )}
      </div>
      <ReasonField
        autoFocus
        value={reason}
        onValueChange={setReason}
        help="Kept with the skill and with each version published from it. It holds until these lines change, and makes approvals stale that were given without it."
      />
      <ErrorNotice error={dismiss.error} />
    </FormDialog>
  );
}
