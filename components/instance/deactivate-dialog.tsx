"use client";

import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "@/components/data/instance-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import type { Account, AccountDetails } from "@/lib/accounts/account-schema";
import { client } from "@/lib/api/client";

type DeactivateDialogProps = { account: Account; close: () => void; onConfirm: () => Promise<void> };

/** What ends with it, counted, and which workspaces nobody would own. */
export function DeactivateDialog({ account: { id, name }, close, onConfirm }: DeactivateDialogProps) {
  const { data, error } = useQuery(accountQuery(client.accounts, id));
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={`Deactivate ${name}?`}
      description="Nobody gets in with this account: every browser and stream ends at once, runs stop, API keys do nothing. What they wrote stays, under their name. Reactivating brings roles and keys back."
      confirmLabel={`Deactivate ${name}`}
      danger
      onConfirm={onConfirm}
    >
      {error ? <p className="text-ink-2">What it touches could not be read: {error.message}</p> : null}
      {data ? <Touched details={data} /> : null}
    </ConfirmDialog>
  );
}

function Touched({ details }: { details: AccountDetails }) {
  const { onlyOwnerOf, sessions, keys, machineKeys, openInvitations } = details;
  const ends = [
    sessions > 0 ? formatCount(sessions, "sign-in") : null,
    keys > 0 ? formatCount(keys, "API key") : null,
    openInvitations > 0 ? `${formatCount(openInvitations, "open invitation")} (for good)` : null,
  ].filter((each) => each !== null);
  return (
    <>
      {onlyOwnerOf.length === 0 ? null : (
        <Notice tone="warning" title={`Nobody else owns ${onlyOwnerOf.join(", ")}`}>
          Make somebody else an owner there first, or its admins go on without one.
        </Notice>
      )}
      {ends.length === 0 ? null : <p className="text-ink-2">Ends: {ends.join(", ")}.</p>}
      {machineKeys === 0 ? null : (
        <p className="text-ink-2">
          {formatCount(machineKeys, "machine key")} that they made {machineKeys === 1 ? "goes" : "go"} on
          working.
        </p>
      )}
    </>
  );
}
