"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditKey, auditRetentionQuery } from "@/components/data/audit-queries";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toaster";
import { client, unwrap } from "@/lib/api/client";
import { SettingsGroup } from "../settings-group";

const choices = [30, 90, 180, 365, 730, 1_825] as const;
const forEver = "";

type AuditRetentionGroupProps = {
  /** Its address; null for what belongs to no workspace. */
  workspace: string | null;
  /** Why this person may not set it. */
  blocked?: string | undefined;
};

/** How long rows are kept. A shorter time is asked about first: what it removes does not come back. */
export function AuditRetentionGroup({ workspace, blocked }: AuditRetentionGroupProps) {
  const { data } = useSuspenseQuery(auditRetentionQuery(client.audit, workspace));
  const kept = data.days === null ? forEver : String(data.days);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const value = chosen ?? kept;
  const days = value === forEver ? null : Number(value);
  const isShorter = days !== null && (data.days === null || days < data.days);
  const save = useSaveRetention(workspace, () => setChosen(null));
  const options = [...new Set([...choices, ...(data.days === null ? [] : [data.days])])].sort(
    (left, right) => left - right,
  );
  return (
    <SettingsGroup
      title="Retention"
      help="Rows cannot be changed, and go only by age. A row that says how many went stays."
    >
      <Field label="Rows are kept for">
        <Select
          size="form"
          className="max-w-60"
          value={value}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value={forEver}>ever</option>
          {options.map((each) => (
            <option key={each} value={each}>
              {formatCount(each, "day")}
            </option>
          ))}
        </Select>
      </Field>
      <div>
        <Button
          missingRight={blocked}
          blockedReason={value === kept ? "Nothing has been changed." : undefined}
          onClick={() => (isShorter ? setAsking(true) : void save(days))}
        >
          Save
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Keep audit rows for ${formatCount(days ?? 0, "day")} only?`}
        description="Older ones are removed now and then daily, for good. Export what you may need first."
        confirmLabel="Remove older rows"
        danger
        onConfirm={() => save(days)}
      />
    </SettingsGroup>
  );
}

function useSaveRetention(workspace: string | null, onSaved: () => void) {
  const cache = useQueryClient();
  return async (days: number | null) => {
    const json = { days };
    const { removed } = await (workspace === null
      ? unwrap(client.audit.instance.audit.retention.$put({ json }))
      : unwrap(client.audit.workspaces[":workspace"].audit.retention.$put({ param: { workspace }, json })));
    toast(removed === 0 ? "Saved. No row was old enough to go." : `${formatCount(removed, "row")} removed`);
    await cache.invalidateQueries({ queryKey: auditKey(workspace) });
    onSaved();
  };
}
