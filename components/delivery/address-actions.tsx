"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, Copy } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { addressKeys } from "@/components/data/address-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { IconButton } from "@/components/ui/button";
import { ConfirmIconButton } from "@/components/ui/confirm-icon-button";
import type { Address } from "@/lib/addresses/schema";
import { client, unwrap } from "@/lib/api/client";

const InstallDialog = dynamic(() => import("./install-dialog").then((module) => module.InstallDialog), {
  ssr: false,
});

/** What an admin does with an address that is open. */
export function AddressActions({ address }: { address: Address }) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const blocked = useBlockedFor("addresses.manage");
  const [isShown, setShown] = useState(false);
  const { id, name, state } = address;
  if (state !== "active" || blocked !== undefined) return null;
  return (
    <span className="flex justify-end">
      <IconButton
        icon={Copy}
        size="icon-small"
        label={`Install lines of ${name}`}
        onClick={() => setShown(true)}
      />
      <ConfirmIconButton
        icon={Ban}
        label={`Revoke ${name}`}
        title={`Revoke ${name}?`}
        description="Machines that have this address get nothing new from it. What they have installed stays there."
        confirmLabel="Revoke address"
        onConfirm={async () => {
          await unwrap(
            client.addresses.workspaces[":workspace"].addresses[":address"].$delete({
              param: { workspace, address: id },
            }),
          );
          await cache.invalidateQueries({ queryKey: addressKeys.all(workspace) });
        }}
      />
      {isShown ? <InstallDialog address={address} close={() => setShown(false)} /> : null}
    </span>
  );
}
