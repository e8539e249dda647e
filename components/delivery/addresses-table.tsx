"use client";

import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, HeaderCell, NoValue, Row, Table } from "@/components/ui/table";
import type { Address } from "@/lib/addresses/schema";
import { markHidden } from "@/lib/kernel/mark-hidden";
import { AddressActions } from "./address-actions";
import { sayGives } from "./read-gives";

const states = {
  active: "Open",
  expired: "Expired",
  revoked: "Revoked",
} as const satisfies Record<Address["state"], string>;

/** Addresses of the workspace: what they give, who made them, when they were fetched from. */
export function AddressesTable({ items }: { items: readonly Address[] }) {
  return (
    <div className="relative overflow-x-auto">
      <Table caption="Delivery addresses, the newest first" className="min-w-[720px] compact:min-w-0">
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell width={190} className="compact:hidden">
              Gives
            </HeaderCell>
            <HeaderCell width={130} className="compact:hidden">
              Made by
            </HeaderCell>
            <HeaderCell width={80}>State</HeaderCell>
            <HeaderCell width={100} numeric className="compact:hidden">
              Last fetched
            </HeaderCell>
            <HeaderCell width={72} spoken="Actions" />
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <AddressRow key={item.id} item={item} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function AddressRow({ item }: { item: Address }) {
  const { name, gives, createdBy, state, lastFetchedAt } = item;
  return (
    <Row>
      <Cell className="font-medium text-ink" title={markHidden(name)}>
        <ShownText text={name} />
      </Cell>
      <Cell className="compact:hidden" title={markHidden(sayGives(gives))}>
        <ShownText text={sayGives(gives)} />
      </Cell>
      <Cell className="compact:hidden" title={markHidden(createdBy.name)}>
        <ShownText text={createdBy.name} />
      </Cell>
      <Cell>{states[state]}</Cell>
      <Cell numeric className="compact:hidden">
        {lastFetchedAt === null ? <NoValue label="Never" /> : <RelativeTime at={lastFetchedAt} />}
      </Cell>
      <Cell>
        <AddressActions address={item} />
      </Cell>
    </Row>
  );
}
