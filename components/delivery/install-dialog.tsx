"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import type { Address } from "@/lib/addresses/schema";
import { client, unwrap } from "@/lib/api/client";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { AddressContents } from "./address-contents";
import { DoneFooter } from "./done-footer";
import { InstallView } from "./install-view";

type InstallDialogProps = { address: Pick<Address, "id" | "name">; close: () => void };

/** Shows an address again, with what to paste for each client. The answer holds the secret: it is not kept. */
export function InstallDialog({ address: { id, name }, close }: InstallDialogProps) {
  const { slug: workspace } = useWorkspace();
  const show = useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: () =>
      unwrap(
        client.addresses.workspaces[":workspace"].addresses[":address"].show.$post({
          param: { workspace, address: id },
        }),
      ),
  });
  const { mutate } = show;
  useEffect(() => mutate(), [mutate]);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Install from ${markHidden(name)}`}
      description="The address is a secret: whoever has it gets these skills. That you looked is in the audit trail."
    >
      <div className="grid gap-3">
        <ErrorNotice error={show.error} title="The address could not be shown" />
        {show.data ? <InstallView address={show.data} /> : null}
        <AddressContents address={id} />
        <DoneFooter close={close} />
      </div>
    </Dialog>
  );
}
