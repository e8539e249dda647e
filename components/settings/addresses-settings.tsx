"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { addressesQuery } from "@/components/data/address-queries";
import { AddressesTable } from "@/components/delivery/addresses-table";
import { LaterMirrors } from "@/components/delivery/later-mirrors";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { client } from "@/lib/api/client";
import { SettingsHead } from "./settings-head";

const NewAddressDialog = dynamic(
  () => import("@/components/delivery/new-address-dialog").then((module) => module.NewAddressDialog),
  { ssr: false },
);

/** Every secret address that gives out skills of this workspace. */
export function AddressesSettings() {
  const { slug: workspace } = useWorkspace();
  const { data } = useSuspenseQuery(addressesQuery(client.addresses, workspace, null));
  const blocked = useBlockedFor("addresses.manage");
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useShortcut("c", "New address", open, { enabled: blocked === undefined });
  const make = (
    <Button variant="primary" icon={Plus} shortcut="C" onClick={open} missingRight={blocked}>
      New address
    </Button>
  );
  return (
    <section className="py-6">
      {data.items.length === 0 ? (
        <EmptyState title="No address yet" action={make} inline>
          Machines install published skills from a secret address, with the clients that they have: skills,
          git, Claude Code, Codex. Each gives those of an agent, of a label, or a selection.
        </EmptyState>
      ) : (
        <>
          <SettingsHead title="Delivery addresses">{make}</SettingsHead>
          <AddressesTable items={data.items} />
          <p className="mt-3 text-12 text-ink-3">
            Whoever has an address gets what it gives, until it is revoked or expires.
          </p>
        </>
      )}
      <div className="-mx-4 mt-6">
        <LaterMirrors agent={null} />
      </div>
      {isOpen ? <NewAddressDialog agent={null} close={() => setOpen(false)} /> : null}
    </section>
  );
}
