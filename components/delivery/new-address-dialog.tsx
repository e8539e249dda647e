"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addressKeys } from "@/components/data/address-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { ErrorNotice } from "@/components/ui/error-notice";
import { daysUntilExpiry, ExpiryField } from "@/components/ui/expiry-field";
import { NameField } from "@/components/ui/name-field";
import type { CreateAddress, ShownAddress } from "@/lib/addresses/schema";
import { client, unwrap } from "@/lib/api/client";
import { AddressContents } from "./address-contents";
import { DoneFooter } from "./done-footer";
import { GivesFields } from "./gives-fields";
import { InstallView } from "./install-view";
import { emptyGives, type GivesInput, givesOf } from "./read-gives";

type NewAddressDialogProps = {
  /** The agent whose skills it gives; null where that is asked for. */
  agent: { slug: string; name: string } | null;
  close: () => void;
};

/** Makes an address, then shows what to paste for each client. */
export function NewAddressDialog({ agent, close }: NewAddressDialogProps) {
  const [made, setMade] = useState<ShownAddress | null>(null);
  const words = made
    ? {
        title: "Paste on the machines that are to have them",
        description:
          "The address is a secret: whoever has it gets these skills. It can be copied again later.",
      }
    : {
        title: "New address",
        description: "Clients fetch published skills from it, without an account, until it is revoked.",
      };
  return (
    <Dialog open onOpenChange={close} {...words}>
      {made ? (
        <div className="grid gap-3">
          <InstallView address={made} />
          <AddressContents address={made.id} />
          <DoneFooter close={close} />
        </div>
      ) : (
        <NewAddressForm agent={agent} onMade={setMade} close={close} />
      )}
    </Dialog>
  );
}

const expiries = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;

type NewAddressFormProps = NewAddressDialogProps & { onMade: (made: ShownAddress) => void };

function NewAddressForm({ agent, onMade, close }: NewAddressFormProps) {
  const { slug: workspace } = useWorkspace();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState("");
  const [input, setInput] = useState<GivesInput>(() => emptyGives(agent?.slug ?? ""));
  const gives = givesOf(input);
  const make = useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: (json: CreateAddress) =>
      unwrap(client.addresses.workspaces[":workspace"].addresses.$post({ param: { workspace }, json })),
    onSuccess: (made) => {
      onMade(made);
      void cache.invalidateQueries({ queryKey: addressKeys.all(workspace) });
    },
  });
  const blocked = name.trim() === "" ? "Give the address a name." : gives.blocked;
  return (
    <DialogForm
      verb="Create address"
      pending={make.isPending}
      blockedReason={blocked ?? undefined}
      onSubmit={() => {
        if (gives.value) make.mutate({ name, gives: gives.value, expiresInDays: daysUntilExpiry(expiry) });
      }}
      close={close}
    >
      <ErrorNotice error={make.error} title="The address could not be created" />
      <NameField
        value={name}
        onValueChange={setName}
        help="Who uses it, such as “laptops of support”: one for each, so that each can be revoked alone."
      />
      {agent ? null : <GivesFields input={input} onChange={setInput} />}
      <ExpiryField value={expiry} onValueChange={setExpiry} choices={expiries} />
      <p className="text-12 text-ink-3">
        A skill that is unassigned or archived later is given out no more, but stays in older commits of the
        git address, also for addresses made after that. To take it back, withdraw its versions or delete it.
      </p>
    </DialogForm>
  );
}
