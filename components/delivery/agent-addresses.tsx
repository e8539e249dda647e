"use client";

import { useQuery } from "@tanstack/react-query";
import { Link, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { addressesQuery } from "@/components/data/address-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead, SectionNote } from "@/components/ui/section-head";
import { ShownText } from "@/components/ui/shown-text";
import type { Address } from "@/lib/addresses/schema";
import { client } from "@/lib/api/client";
import { AddressActions } from "./address-actions";

const NewAddressDialog = dynamic(
  () => import("./new-address-dialog").then((module) => module.NewAddressDialog),
  { ssr: false },
);

/** The open addresses of one agent's skills; ended ones are in the settings. */
export function AgentAddresses({ agent }: { agent: { slug: string; name: string } }) {
  const { slug: workspace } = useWorkspace();
  const { data, error } = useQuery(addressesQuery(client.addresses, workspace, agent.slug));
  const [isOpen, setOpen] = useState(false);
  const blocked = useBlockedFor("addresses.manage");
  const open = (data?.items ?? []).filter(({ state }) => state === "active");
  return (
    <section aria-label="Addresses">
      <SectionHead
        title="Addresses"
        said={data ? (open.length === 0 ? "none" : formatCount(open.length, "address", "addresses")) : null}
      >
        <Button icon={Plus} missingRight={blocked} onClick={() => setOpen(true)}>
          New address
        </Button>
      </SectionHead>
      {error ? (
        <div className="px-4 py-3">
          <ErrorNotice error={error} title="The addresses could not be read" />
        </div>
      ) : null}
      {data && open.length === 0 ? (
        <SectionNote>
          Machines install this agent’s published skills from a secret address, with the clients that they
          have, and get what is published later.
        </SectionNote>
      ) : null}
      <ul>
        {open.map((address) => (
          <AddressRow key={address.id} address={address} />
        ))}
      </ul>
      {isOpen ? <NewAddressDialog agent={agent} close={() => setOpen(false)} /> : null}
    </section>
  );
}

function AddressRow({ address }: { address: Address }) {
  const { name, lastFetchedAt } = address;
  return (
    <li className="flex min-h-row items-center gap-2 border-line border-b px-4 py-1">
      <Icon of={Link} size={15} className="flex-none text-ink-3" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <ShownText text={name} />
      </span>
      <span className="flex-none text-12 text-ink-3">
        {lastFetchedAt === null ? (
          "never fetched"
        ) : (
          <>
            fetched <RelativeTime at={lastFetchedAt} />
          </>
        )}
      </span>
      <AddressActions address={address} />
    </li>
  );
}
